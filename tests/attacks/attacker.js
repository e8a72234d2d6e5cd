// What a hostile script of the page has at hand: it hears what the server tells the page, can hold it back, and can
// build whatever it likes. Everything it adds has the class "attack".

window.attacker ??= (() => {
  const run = window.runMethod;
  const heard = []; // every card the server told the page about
  let held = null;
  let isHolding = false;

  window.runMethod = (id, name, args) => {
    const message = args?.[0];
    if (message?.kind !== "card") return run(id, name, args);
    if (message.card) heard.push(message.card);
    if (!isHolding) return run(id, name, args);
    held = () => run(id, name, args);
  };

  function add(tag, css = "", attributes = {}) {
    const element = document.createElement(tag);
    element.classList.add("attack");
    element.style.cssText = css;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
    return element;
  }

  // Send a form, as the page itself does to load a card's frame.
  function post(url, target) {
    const form = add("form", "", { method: "post", action: url, target });
    form.submit();
  }

  // Show a card's frame in a place of its own choice.
  function place(card, css, attributes = {}) {
    const frame = add("iframe", css, { name: `placed${Math.random()}`, ...attributes });
    post(card.url, frame.name);
    return frame;
  }

  async function until(found, ms = 4000) {
    for (const end = performance.now() + ms; performance.now() < end; await new Promise((r) => setTimeout(r, 20))) {
      const value = await found();
      if (value) return value;
    }
    throw new Error("waited in vain");
  }

  return {
    heard,
    whole: "position:fixed;inset:0;width:100vw;height:100vh;z-index:99999;border:0;",
    add,
    post,
    place,
    until,
    latest: () => heard.at(-1),
    hold() {
      isHolding = true;
      held = null;
    },
    release() {
      isHolding = false;
      held?.();
      held = null;
    },
    holds: () => held !== null,
    hosts: () => [...document.querySelectorAll("html > div")],
  };
})();
