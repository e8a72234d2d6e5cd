// What this tab remembers over a reload. Storage can be forbidden: then it only forgets.

/** What was remembered under this name, or null. */
export function remembered(name) {
  try {
    return window.sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remember a text under this name, for this tab. */
export function remember(name, value) {
  try {
    window.sessionStorage.setItem(name, value);
  } catch {
    // see above
  }
}
