// A page script that has come too late and patches everything there is, to catch one node of the card: as the `this`
// or an argument of a method, through a getter or a setter, or as what an event is being heard by.

(() => {
  const { apply, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
  const hasInstance = Function.prototype[Symbol.hasInstance];
  const rootOf = Node.prototype.getRootNode;
  const currentTarget = getOwnPropertyDescriptor(Event.prototype, "currentTarget").get;
  const [NodeClass, EventClass, Sheet, Root] = [Node, Event, CSSStyleSheet, ShadowRoot];
  let caught = null; // a linked list: this script must not call what it has patched

  const isA = (value, Class) => typeof value === "object" && value !== null && apply(hasInstance, Class, [value]);
  const own = (value) => ({ __proto__: null, value, writable: true, configurable: true, enumerable: true });

  function look(value, where) {
    if (isA(value, NodeClass) || isA(value, Sheet)) caught = { __proto__: null, value, where, before: caught };
    if (isA(value, EventClass)) look(apply(currentTarget, value, []), `${where}, event`);
  }

  function lookAll(self, args, where) {
    look(self, where);
    for (let at = 0; at < args.length; at += 1) look(args[at], where);
    const isList = typeof self === "object" && self !== null && !isA(self, NodeClass) && self.length < 50;
    if (isList) for (let at = 0; at < self.length; at += 1) look(self[at], where);
  }

  function spy(original, where) {
    return function (...args) {
      lookAll(this, args, where);
      return apply(original, this, args);
    };
  }

  // What was caught and belongs to the card: a style sheet, or a node whose root is closed by now.
  window.stolen = () => {
    let first = "";
    let count = 0;
    for (let at = caught; at !== null; at = at.before) {
      const root = isA(at.value, Sheet) ? null : apply(rootOf, at.value, []);
      if (root !== null && !(isA(root, Root) && root.mode === "closed")) continue;
      count += 1;
      first = at.where;
    }
    return { __proto__: null, count, first };
  };

  const classes = [
    EventTarget, Node, Element, HTMLElement, HTMLDialogElement, Document, DocumentFragment, ShadowRoot, Event, UIEvent,
    MouseEvent, PointerEvent, KeyboardEvent, IntersectionObserver, IntersectionObserverEntry, CSSStyleSheet,
    CSSStyleDeclaration, DOMRectReadOnly, Array, Map, Set, WeakMap, Promise, Function, String, Object,
  ];
  for (const Class of classes) {
    for (const key of ownKeys(Class.prototype)) {
      const found = getOwnPropertyDescriptor(Class.prototype, key);
      if (!found.configurable || key === "constructor" || key === "__proto__") continue;
      const where = `${Class.name}.${String(key)}`;
      if (typeof found.value === "function") found.value = spy(found.value, where);
      if (found.get) found.get = spy(found.get, where);
      if (found.set) found.set = spy(found.set, where);
      defineProperty(Class.prototype, key, found);
    }
  }

  const indexes = ["0", "1", "2"];
  const names = ["view", "dialog", "root", "host", "node", "inner", "outer", "press", "element", "open", "capture"];
  for (const name of [...indexes, ...names]) {
    const set = function (value) {
      look(value, `setter of ${name}`);
      defineProperty(this, name, own(value));
    };
    const get = function () {
      look(this, `getter of ${name}`);
    };
    const prototype = indexes.includes(name) ? Array.prototype : Object.prototype;
    defineProperty(prototype, name, { __proto__: null, set, get, configurable: true });
  }
  // Options that a root would be given if the card left them to Object.prototype.
  for (const name of ["serializable", "clonable"]) defineProperty(Object.prototype, name, own(true));
})();
