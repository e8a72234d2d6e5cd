// Sentences on the page that a press says to the agent: elements with `data-cowork-say` (say_on_click in Python).
//
// The attribute only names a sentence; the server knows its words. So no script in the page, and no markup that got
// into it, can put words into the user's mouth. It is a turn of its own and answers no question.

const ATTRIBUTE = "data-cowork-say";
const AGAIN_MS = 800;

/** Listen for presses. `open()` opens the panel. Returned: `listen()` and `stop()`. */
export function createSay({ speech, isOffered, open }) {
  let latest = { sentence: "", at: -Infinity };

  function sentenceUnder(event) {
    const spot = event.target instanceof Element ? event.target.closest(`[${ATTRIBUTE}]`) : null;
    return spot?.getAttribute(ATTRIBUTE) ?? "";
  }

  // A held Enter presses a button again and again; a double click is one press, and so is an impatient second one.
  function dropRepeat(event) {
    if (event.repeat && event.key === "Enter" && sentenceUnder(event)) event.preventDefault();
  }

  function press(event) {
    const sentence = sentenceUnder(event);
    if (event.button !== 0 || sentence === "" || !isOffered() || !speech.counts(event)) return;
    if (sentence === latest.sentence && event.timeStamp - latest.at < AGAIN_MS) return;
    latest = { sentence, at: event.timeStamp };
    open();
    speech.sayPlaced(sentence);
  }

  return {
    listen() {
      window.addEventListener("click", press);
      window.addEventListener("keydown", dropRepeat, true);
    },
    stop() {
      window.removeEventListener("click", press);
      window.removeEventListener("keydown", dropRepeat, true);
    },
  };
}
