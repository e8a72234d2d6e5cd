// What the card needs from the browser, taken when this module loads. A script that patches the page later
// changes neither what the card does nor gets one of its nodes as the `this` of a patched method.
//
// In the card's files, for the same reason: no method is called on a node, event, string or array; no property is
// assigned that the object does not own yet (a setter on Object.prototype would see it); no for…of, no spread.

const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
const { bind, call } = Function.prototype;
const uncurry = (method) => apply(bind, call, [method]);
const find = (owner, name) => (owner && getOwnPropertyDescriptor(owner, name)) || {};
const method = (owner, name) => uncurry(find(owner.prototype, name).value);
const getter = (owner, name) => uncurry(find(owner.prototype, name).get);
const setter = (owner, name) => uncurry(find(owner.prototype, name).set);
const options = (given) => ({ __proto__: null, ...given });

const { hasOwn } = Object;

// Numbers, text, time

export const { abs, ceil, floor, max, min } = Math;
export const { isArray } = Array;
export const sliceText = method(String, "slice");
export const charCodeAt = method(String, "charCodeAt");
export const indexInText = method(String, "indexOf");
export const toNumber = Number;
const padStart = method(String, "padStart");
export const twoDigits = (number) => padStart(`${number}`, 2, "0");
export const formatNumber = inPageLanguage(Intl.NumberFormat).format;
const pluralRules = inPageLanguage(Intl.PluralRules);
const selectPlural = method(Intl.PluralRules, "select");
export const pluralOf = (number) => selectPlural(pluralRules, number);

function inPageLanguage(Format) {
  try {
    return new Format(document.documentElement.lang || undefined);
  } catch {
    return new Format(); // the page names a language that is none
  }
}

export const now = performance.now.bind(performance);
export const later = window.setTimeout.bind(window);
export const cancelLater = window.clearTimeout.bind(window);
export const every = window.setInterval.bind(window);
export const stopEvery = window.clearInterval.bind(window);
export const nextFrame = window.requestAnimationFrame.bind(window);

const resolved = Promise.resolve.bind(Promise);
const then = method(Promise, "then");
export const settle = (promise, onValue, onError) => then(resolved(promise), onValue, onError);

/** Append to a list as a literal would: no setter that somebody put on Array.prototype is called. */
export function put(list, item) {
  defineProperty(list, list.length, options({ value: item, configurable: true, enumerable: true, writable: true }));
}

// Nodes

const createTextNode = method(Document, "createTextNode");
export const makeText = (text) => createTextNode(document, text);
const createElement = method(Document, "createElement");
const createElementNS = method(Document, "createElementNS");
export const append = method(Node, "appendChild");
export const detach = method(Element, "remove");
export const contains = method(Node, "contains");
export const isConnected = getter(Node, "isConnected");
export const setText = setter(Node, "textContent");
export const setAttribute = method(Element, "setAttribute");
export const dropAttribute = method(Element, "removeAttribute");
export const matches = method(Element, "matches");
export const pageRoot = () => getRoot(document);
const getRoot = getter(Document, "documentElement");
const getBody = getter(Document, "body");
export const pageBody = () => getBody(document);

/** Make an element: `make("p", { class: "note" })`. Only text is ever put into one, never markup. */
export function make(tag, attributes) {
  return withAttributes(createElement(document, tag), attributes);
}

export function makeSvg(tag, attributes) {
  return withAttributes(createElementNS(document, "http://www.w3.org/2000/svg", tag), attributes);
}

function withAttributes(node, attributes) {
  for (const name in attributes) {
    if (hasOwn(attributes, name)) setAttribute(node, name, attributes[name]);
  }
  return node;
}

export function setHidden(node, hidden) {
  if (hidden) setAttribute(node, "hidden", "");
  else dropAttribute(node, "hidden");
}

const styleOf = getter(HTMLElement, "style");
const setProperty = method(CSSStyleDeclaration, "setProperty");
export const setStyle = (node, name, value) => setProperty(styleOf(node), name, value);

export const submit = method(HTMLFormElement, "submit");

// The closed root

const attachShadow = method(Element, "attachShadow");
const replaceSheet = method(CSSStyleSheet, "replaceSync");
const adoptSheets = setter(ShadowRoot, "adoptedStyleSheets");
const Sheet = CSSStyleSheet;
const iterator = Symbol.iterator;

/** A closed root on `host`, styled by `css`. A constructed sheet works under any `style-src`. */
export function closedRoot(host, css) {
  const root = attachShadow(host, options({ mode: "closed" }));
  const sheet = new Sheet();
  replaceSheet(sheet, css);
  let given = false;
  // Not an array: the iterator of arrays can be replaced, and whoever has the sheet can restyle the card.
  const next = () => options({ done: given, value: given ? undefined : ((given = true), sheet) });
  adoptSheets(root, options({ [iterator]: () => options({ next }) }));
  return root;
}

// Layout and what is really on top

const rectOf = method(Element, "getBoundingClientRect");
const [left, top, width, height] = ["left", "top", "width", "height"].map((side) => getter(DOMRectReadOnly, side));

export function boxOf(node) {
  const rect = rectOf(node);
  return { left: left(rect), top: top(rect), width: width(rect), height: height(rect) };
}

export const scrollHeightOf = getter(Element, "scrollHeight");
export const clientHeightOf = getter(Element, "clientHeight");
const fromDocument = method(Document, "elementFromPoint");
export const topmostInPage = (x, y) => fromDocument(document, x, y);
export const topmostInRoot = method(ShadowRoot, "elementFromPoint");
export const hasFocus = () => documentHasFocus(document);
const documentHasFocus = method(Document, "hasFocus");
const visibility = getter(Document, "visibilityState");
export const isPageVisible = () => visibility(document) === "visible";
export const mediaQuery = window.matchMedia.bind(window);
export const mediaMatches = getter(MediaQueryList, "matches");

/** Like `matches`, and false where the browser does not know the selector. */
export function is(node, selector) {
  try {
    return matches(node, selector);
  } catch {
    return false;
  }
}

const Observer = window.IntersectionObserver;
const observe = method(Observer, "observe");
const takeRecords = method(Observer, "takeRecords");
const disconnect = method(Observer, "disconnect");
const ratioOf = getter(IntersectionObserverEntry, "intersectionRatio");
const isVisible = find(IntersectionObserverEntry.prototype, "isVisible").get;
const visibleOf = isVisible && uncurry(isVisible);

/** Whether the browser tells if something covers an element (IntersectionObserver v2: Chromium). */
export const knowsVisibility = Boolean(visibleOf);

/** Tell `onChange` whether `node` is wholly in view and nothing covers, fades or filters it. */
export function watchVisibility(node, onChange) {
  const read = (entries) => {
    if (entries.length === 0) return;
    const last = entries[entries.length - 1];
    onChange(visibleOf(last) && ratioOf(last) > 0.98);
  };
  const given = options({ trackVisibility: true, delay: 100, threshold: [0, 0.5, 0.99, 1] });
  const observer = new Observer(read, given);
  observe(observer, node);
  return { look: () => read(takeRecords(observer)), stop: () => disconnect(observer) };
}

// Dialog, popover, focus

export const showModal = method(HTMLDialogElement, "showModal");
export const closeDialog = method(HTMLDialogElement, "close");
const isOpen = getter(HTMLDialogElement, "open");
const knowsModal = CSS.supports("selector(:modal)");
export const isModal = (dialog) => (knowsModal ? is(dialog, ":modal") : isOpen(dialog)) && isConnected(dialog);
const showPopoverOf = find(HTMLElement.prototype, "showPopover").value;
const hidePopoverOf = find(HTMLElement.prototype, "hidePopover").value;
export const hasPopover = Boolean(showPopoverOf && hidePopoverOf);
export const showPopover = showPopoverOf && uncurry(showPopoverOf);
export const hidePopover = hidePopoverOf && uncurry(hidePopoverOf);

const focusOn = method(HTMLElement, "focus");
export const focus = (node) => focusOn(node, options({ preventScroll: true }));
const activeInDocument = getter(Document, "activeElement");
export const activeInRoot = getter(ShadowRoot, "activeElement");
const shadowRootOf = getter(Element, "shadowRoot");
const hasInstance = uncurry(find(Function.prototype, Symbol.hasInstance).value);
const HtmlElement = HTMLElement;
export const isHtml = (node) => hasInstance(HtmlElement, node);
const inputType = getter(HTMLInputElement, "type");
const inputText = getter(HTMLInputElement, "value");
const areaText = getter(HTMLTextAreaElement, "value");
const tagOf = getter(Element, "tagName");
const editable = getter(HTMLElement, "isContentEditable");
const attributeOf = method(Element, "getAttribute");

/** The focused element, also inside open shadow roots. */
export function focusedElement() {
  let node = activeInDocument(document);
  for (let root = node && shadowRootOf(node); root; root = node && shadowRootOf(node)) {
    const inner = activeInRoot(root);
    if (!inner) break;
    node = inner;
  }
  return node;
}

const NO_TEXT = " button checkbox color file hidden image radio range reset submit ";

/** Whether a person can type into this element. */
export function takesText(node) {
  if (!isHtml(node)) return false;
  const tag = tagOf(node);
  if (tag === "INPUT") return indexInText(NO_TEXT, ` ${inputType(node)} `) < 0;
  return tag === "TEXTAREA" || editable(node) || attributeOf(node, "role") === "textbox";
}

/** What is written in a box; null for an element that is none. */
export function textIn(node) {
  if (!isHtml(node)) return null;
  const tag = tagOf(node);
  if (tag === "INPUT") return inputText(node);
  return tag === "TEXTAREA" ? areaText(node) : null;
}

const ofWindow = (name) => find(window, name).get ?? find(Window.prototype, name).get;
const scrollX = ofWindow("scrollX");
const scrollY = ofWindow("scrollY");
const scrollTo = window.scrollTo.bind(window);
const ratio = ofWindow("devicePixelRatio");
export const pixelRatio = () => apply(ratio, window, []);
export const scrollPosition = () => ({ x: apply(scrollX, window, []), y: apply(scrollY, window, []) });

export function restoreScroll({ x, y }) {
  const here = scrollPosition();
  if (here.x !== x || here.y !== y) scrollTo(options({ left: x, top: y, behavior: "instant" }));
}

// Events. `isTrusted` is an own, unchangeable property of every event and needs no such care.

const add = method(EventTarget, "addEventListener");
const removeListener = method(EventTarget, "removeEventListener");
export const preventDefault = method(Event, "preventDefault");
export const stopPropagation = method(Event, "stopPropagation");
export const stopAtOnce = method(Event, "stopImmediatePropagation");
export const targetOf = getter(Event, "target");
export const typeOf = getter(Event, "type");
const stampOf = getter(Event, "timeStamp");
export const keyOf = getter(KeyboardEvent, "key");
export const isRepeat = getter(KeyboardEvent, "repeat");
export const withShift = getter(KeyboardEvent, "shiftKey");
export const withCtrl = getter(MouseEvent, "ctrlKey");
export const buttonOf = getter(MouseEvent, "button");
export const detailOf = getter(UIEvent, "detail");
export const xOf = getter(MouseEvent, "clientX");
export const yOf = getter(MouseEvent, "clientY");
export const isPrimary = getter(PointerEvent, "isPrimary");
export const pointerTypeOf = getter(PointerEvent, "pointerType");

/** When the person did it, which is earlier than now if the page was busy. */
export const timeOf = (event) => min(stampOf(event), now());

/** Listen in the capture phase, or else when the event bubbles; the answer stops it. */
export function listen(target, type, heard, capture = true) {
  const given = options({ capture, passive: false });
  add(target, type, heard, given);
  return () => removeListener(target, type, heard, given);
}
