// What is on screen, as a screen reader would name it: a list of { role, name, off, focused, x, y, width, height }.
// Behind a modal dialog all is out of reach, and is left out.
const LETTERS = 400;
const BY_TAG = { BUTTON: "button", DIALOG: "dialog", A: "link", TEXTAREA: "textbox", H1: "heading", H2: "heading" };

const elements = [];
const walk = (node) => {
  for (const element of node.children) {
    if (element.getAttribute("aria-hidden") === "true") continue;
    elements.push(element);
    walk(element.shadowRoot ?? element);
  }
};
walk(document);

const dialogs = elements.filter((element) => element.matches("dialog:modal"));
const modal = dialogs[dialogs.length - 1];
const isWithin = (node, outer) => {
  for (; node; node = node.parentNode ?? node.host) if (node === outer) return true;
  return false;
};
const isOnScreen = (element) => {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === "visible";
};
const squeeze = (text) => (text ?? "").replace(/\s+/g, " ").trim();
const nameOf = (element) => {
  const by = element.getAttribute("aria-labelledby");
  const named = by && by.split(" ").map((id) => element.getRootNode().getElementById(id)?.textContent).join(" ");
  return squeeze(named || element.getAttribute("aria-label") || element.textContent).slice(0, LETTERS);
};
const focused = (() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return document.hasFocus() ? node : null;
})();

return elements
  .filter((element) => (!modal || isWithin(element, modal)) && isOnScreen(element))
  .map((element) => ({ element, role: element.getAttribute("role") ?? BY_TAG[element.tagName] }))
  .filter(({ role }) => role)
  .map(({ element, role }) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const off = element.disabled === true || element.getAttribute("aria-disabled") === "true";
    const text = role === "alertdialog" ? squeeze(element.innerText) : "";
    return { role, name: nameOf(element), text, off, focused: element === focused, x, y, width, height };
  });
