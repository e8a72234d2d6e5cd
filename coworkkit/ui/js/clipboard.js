// Handing text to the person: on the clipboard, or as a file.

// Where the context is not secure there is no clipboard interface, and the older way is still there.
function copyByCommand(text) {
  const before = document.activeElement;
  const box = document.createElement("textarea");
  box.value = text;
  box.style.cssText = "position: fixed; inset: 0; opacity: 0";
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  before?.focus?.({ preventScroll: true });
  return done;
}

/** Put a text on the clipboard; false where the browser does not let us. */
export async function copyText(text) {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
    return copyByCommand(text);
  } catch {
    return false;
  }
}

/** Offer a text as a file. */
export function saveFile(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
