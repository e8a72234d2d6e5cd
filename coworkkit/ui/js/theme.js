// How the page sits in its surroundings: a readable ink on the app's accent, and the space a phone really leaves.

const BLACK_INK = "#10151c";
const WHITE_INK = "#ffffff";
const READABLE_ICON = 3; // WCAG 1.4.11: what the accent carries are icons, never text

function channel(value) {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function luminance([red, green, blue]) {
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
}

// The browser resolves any way of writing a colour: a pixel of it is read back.
function pixelOf(colour) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  if (!drawing) return [0, 0, 0];
  drawing.fillStyle = colour;
  drawing.fillRect(0, 0, 1, 1);
  return drawing.getImageData(0, 0, 1, 1).data;
}

/** Black or white, whichever can be seen on this colour; white where both can. */
export function inkOn(colour) {
  const contrast = 1.05 / (luminance(pixelOf(colour)) + 0.05);
  return contrast >= READABLE_ICON ? WHITE_INK : BLACK_INK;
}

/** Black or white, whichever is easier to read on this colour. */
export function textOn(colour) {
  const light = luminance(pixelOf(colour)) + 0.05;
  const dark = luminance(pixelOf(BLACK_INK)) + 0.05;
  return 1.05 / light >= light / dark ? WHITE_INK : BLACK_INK;
}

/** Keep `root`'s custom properties in step with the app's colours. Returns the function that stops it. */
export function followTheme(root) {
  let known = null;
  function update() {
    const style = getComputedStyle(document.body);
    const accent = style.getPropertyValue("--q-primary").trim() || "#3367d6";
    const bad = style.getPropertyValue("--q-negative").trim() || "#b3261e";
    if (`${accent} ${bad}` === known) return;
    known = `${accent} ${bad}`;
    root.style.setProperty("--cwk-on-bad", textOn(bad));
    root.style.setProperty("--cwk-ink", inkOn(accent));
  }
  const observer = new MutationObserver(update);
  const attributes = { attributes: true, attributeFilter: ["style", "class"] };
  observer.observe(document.documentElement, attributes);
  observer.observe(document.body, attributes);
  update();
  return () => observer.disconnect();
}

/**
 * Keep `root` told how much of the screen is left above a phone's keyboard.
 *
 * A keyboard on the screen shrinks only the visual viewport; `100dvh` does not know of it.
 */
export function followKeyboard(root) {
  const view = window.visualViewport;
  if (!view) return () => {};
  function update() {
    root.style.setProperty("--cwk-view-height", `${Math.round(view.height)}px`);
    root.style.setProperty("--cwk-view-top", `${Math.round(view.offsetTop)}px`);
  }
  view.addEventListener("resize", update);
  view.addEventListener("scroll", update);
  update();
  return () => {
    view.removeEventListener("resize", update);
    view.removeEventListener("scroll", update);
  };
}
