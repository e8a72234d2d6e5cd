// How the card looks. It stands alone: no custom property and no transition that the page could turn, and only
// generic fonts, since the page can say what a named one looks like.

const SANS = "system-ui, sans-serif";
const MONO = "ui-monospace, monospace";

// Text on its ground has a contrast of at least 4.5 : 1, also where a button is off; edges of controls 3 : 1.
const light = {
  scheme: "light",
  panel: "#ffffff",
  soft: "#f5f6f8",
  line: "#dde1e8",
  edge: "#868fa0",
  ink: "#161a22",
  muted: "#565f70",
  accent: "#1f57c3",
  accentSoft: "#e8effc",
  accentFill: "#1f57c3",
  danger: "#b3261e",
  dangerFill: "#b3261e",
  onFill: "#ffffff",
  off: "#e6e9ee",
  onOff: "#565f70",
  mark: "#fff2d0",
  markEdge: "#b98518",
  onMark: "#5f3f00",
  veil: "rgba(18, 23, 33, 0.58)",
  shadow: "0 1.5em 4em rgba(13, 18, 28, 0.32), 0 0.15em 0.6em rgba(13, 18, 28, 0.18)",
};

const dark = {
  scheme: "dark",
  panel: "#1d2129",
  soft: "#262b35",
  line: "#3a414e",
  edge: "#7e889a",
  ink: "#eef1f6",
  muted: "#aeb7c6",
  accent: "#8db4ff",
  accentSoft: "#26375a",
  accentFill: "#3b6fe0",
  danger: "#ff9d94",
  dangerFill: "#cf3f37",
  onFill: "#ffffff",
  off: "#343a46",
  onOff: "#b4bccb",
  mark: "#43361a",
  markEdge: "#b98f3f",
  onMark: "#ffe2a6",
  veil: "rgba(4, 6, 10, 0.7)",
  shadow: "0 1.5em 4em rgba(0, 0, 0, 0.6), 0 0 0 1px rgba(255, 255, 255, 0.08)",
};

const paint = (theme, c) => `
  ${theme} { color-scheme: ${c.scheme}; background: ${c.panel}; color: ${c.ink}; box-shadow: ${c.shadow}; }
  dialog${theme}::backdrop { background: ${c.veil}; }
  ${theme} .eyebrow { color: ${c.accent}; }
  ${theme} .waiting { background: ${c.soft}; color: ${c.muted}; }
  ${theme} .changed { background: ${c.mark}; color: ${c.onMark}; border-color: ${c.markEdge}; }
  ${theme} .rows { border-color: ${c.line}; }
  ${theme} .row + .row { border-color: ${c.line}; }
  ${theme} dt, ${theme} .time, ${theme} .plain { color: ${c.muted}; }
  ${theme} .below { color: ${c.accent}; background: ${c.accentSoft}; }
  ${theme} .mark { background: ${c.mark}; color: ${c.onMark}; border-color: ${c.markEdge}; }
  ${theme} .mark.label { background: ${c.soft}; color: ${c.muted}; border-color: ${c.line}; }
  ${theme} .track { background: ${c.line}; }
  ${theme} .bar { background: ${c.accent}; }
  ${theme} button { background: ${c.panel}; color: ${c.ink}; border-color: ${c.edge}; }
  ${theme} .fold, ${theme} .more, ${theme} .review { color: ${c.accent}; border-color: ${c.edge}; }
  ${theme} .open .fold { background: ${c.panel}; }
  ${theme} .confirm { background: ${c.accentFill}; color: ${c.onFill}; border-color: ${c.accentFill}; }
  ${theme}.destructive .confirm { background: ${c.dangerFill}; color: ${c.onFill}; border-color: ${c.dangerFill}; }
  ${theme}.destructive .eyebrow { color: ${c.danger}; }
  ${theme}.ended .eyebrow { color: ${c.muted}; }
  ${theme} button[aria-disabled="true"], ${theme}.destructive .confirm[aria-disabled="true"] {
    background: ${c.off}; color: ${c.onOff}; border-color: ${c.off};
  }
  ${theme} :focus { outline-color: ${c.accent}; }
`;

export const cardCss = `
  :host {
    all: initial !important; display: block !important; position: fixed !important; inset: 0 auto auto 0 !important;
    inline-size: 0 !important; block-size: 0 !important; pointer-events: auto !important;
  }
  *, ::before, ::after { box-sizing: border-box; }
  [hidden] { display: none !important; }
  dialog, .notice {
    all: initial; box-sizing: border-box; visibility: visible; pointer-events: auto; font: medium/1.5 ${SANS};
  }
  dialog:not([open]) { display: none; }

  dialog[open] {
    display: block; position: fixed; inset: 0; margin: auto; padding: 0; border: 0;
    inline-size: min(30em, 100vw - 1.5em); block-size: fit-content;
    max-block-size: calc(100vh - 1.5em); max-block-size: calc(100dvh - 1.5em);
    overflow: auto; overscroll-behavior: contain; touch-action: pan-y pinch-zoom;
    border-radius: 1em; outline: 1px solid transparent;
  }
  .panel {
    display: flex; flex-direction: column; outline: none;
    max-block-size: calc(100vh - 1.5em); max-block-size: calc(100dvh - 1.5em);
  }
  p, h2, dl, dd { margin: 0; }
  bdi { unicode-bidi: isolate; }

  .head { flex: none; padding: 1.25em 1.5em 0.9em; }
  .top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25em 1em; }
  .eyebrow { display: flex; align-items: center; gap: 0.45em; font-size: 0.8125em; font-weight: 600; }
  .shield { inline-size: 1.4em; block-size: 1.4em; fill: none; stroke: currentColor; stroke-width: 1.9;
    stroke-linecap: round; stroke-linejoin: round; }
  .waiting { padding: 0.1em 0.7em; border-radius: 1em; font-size: 0.8125em; }
  .title {
    margin-block-start: 0.5em; font-size: 1.3125em; font-weight: 650; line-height: 1.32; outline: none;
    overflow-wrap: anywhere; text-align: start;
  }
  .changed {
    margin-block-start: 0.75em; padding: 0.5em 0.8em; border: 1px solid; border-radius: 0.5em;
    font-size: 0.9375em; font-weight: 600;
  }

  .facts {
    flex: 0 1 auto; min-block-size: 5em; overflow: auto; overscroll-behavior: contain; overflow-anchor: none;
    padding: 0.2em 1.5em 1.1em; scrollbar-gutter: auto;
  }
  .rows { border: 1px solid; border-radius: 0.7em; }
  .row { display: grid; grid-template-columns: minmax(5em, 28%) minmax(0, 1fr); gap: 0 1em; align-items: baseline;
    padding: 0.6em 0.9em 0.65em; }
  .row + .row { border-block-start: 1px solid; }
  dt { font-size: 0.875em; overflow-wrap: anywhere; }
  .cell { display: flex; flex-direction: column; align-items: flex-start; gap: 0.5em; }
  .value { max-inline-size: 100%; overflow-wrap: anywhere; white-space: pre-wrap; text-align: start; }
  .long > bdi { display: block; text-align: start; }
  .open .fold { order: -1; position: sticky; inset-block-start: 0; margin-block-start: 0.4em; }
  .facts.bare { min-block-size: 0; }
  .plain { font-size: 0.9375em; }
  .mark {
    display: inline; padding: 0 0.4em; margin-inline: 0.12em; border: 1px dashed; border-radius: 0.35em;
    font: 0.8em/1.5 ${MONO}; unicode-bidi: isolate; white-space: normal;
  }
  .below { flex: none; padding: 0.3em 1.85em; font-size: 0.8125em; font-weight: 600; text-align: center; }
  .below.done { visibility: hidden; }

  .foot { flex: none; }
  .track { block-size: 3px; }
  .bar { block-size: 3px; inline-size: 100%; }
  .status {
    display: flex; align-items: center; justify-content: space-between; gap: 0.4em 1em;
    min-block-size: max(3.3em, 52px); padding: 0.25em 1.5em 0;
  }
  .lines { min-inline-size: 0; font-size: 0.875em; }
  .time { font-variant-numeric: tabular-nums; }
  .note { font-weight: 600; overflow-wrap: anywhere; }
  .actions { display: flex; flex-wrap: wrap; gap: 0.75em; padding: 0.5em 1.5em 1.5em; }
  .ending { padding: 0 1.5em 0.75em; }
  .last { padding-block-start: 0.1em; }

  button {
    font: inherit; min-block-size: 44px; min-inline-size: 44px; padding: 0.4em 1.1em; border: 1px solid;
    border-radius: 0.65em; cursor: pointer; overflow-wrap: anywhere; touch-action: manipulation;
    -webkit-user-select: none; user-select: none;
  }
  .actions button { flex: 1 1 8em; font-weight: 600; }
  .fold, .more { flex: none; font-size: 0.875em; font-weight: 600; }
  .more.off { visibility: hidden; }
  button[aria-disabled="true"] { cursor: default; }
  :focus { outline: 3px solid; outline-offset: 2px; }
  .facts:focus { outline-offset: -3px; }
  .title:focus, .panel:focus { outline: none; }

  .notice {
    position: fixed; inset: auto 0 1.25em; margin: 0 auto; inline-size: fit-content; z-index: 2147483647;
    max-inline-size: calc(100vw - 1.5em); padding: 0.6em 0.6em 0.6em 1.1em; border-radius: 0.9em; overflow: visible;
    display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0.4em 1em; font-size: 0.9375em;
    border: 1px solid transparent;
  }
  .notice:dir(rtl) { padding: 0.6em 1.1em 0.6em 0.6em; }
  .notice[popover]:not(:popover-open) { display: none; }
  .notice p { min-block-size: 1.5em; padding-inline-end: 0.5em; }
  .review { font-weight: 600; }

  .unseen {
    position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
  }

  ${paint(".light", light)}
  ${paint(".dark", dark)}

  .mark.label { border-style: solid; margin-inline: 0; font-family: inherit; }
  @media (max-width: 26em) {
    .row { display: block; }
    .head { padding: 1em 1.1em 0.8em; }
    .title { font-size: 1.1875em; }
    .facts { padding-inline: 1.1em; }
    .status { padding-inline: 1.1em; }
    .actions { padding: 0.4em 1.1em 1.1em; }
    .ending { padding-inline: 1.1em; }
    .actions button { flex: 1 1 auto; min-inline-size: 6.5em; padding-inline: 0.6em; }
    .actions.long { flex-direction: column; }
    .actions.long button { flex: none; }
    .status { flex-wrap: wrap; align-content: center; }
    .lines { display: contents; }
    .note { order: 1; flex: 1 0 100%; }
    .note:empty, .note:has(bdi:empty) { display: contents; }
  }
  @media (max-height: 26em) {
    dialog[open], .panel { max-block-size: calc(100vh - 0.75em); max-block-size: calc(100dvh - 0.75em); }
    .head { padding-block: 0.6em 0.4em; }
    .title { margin-block-start: 0.15em; font-size: 1.0625em; }
    .top { flex-wrap: nowrap; }
    .eyebrow, .waiting { padding-block: 0; font-size: 0.75em; white-space: nowrap; }
    .facts { padding-block: 0.1em 0.4em; min-block-size: 3.75em; }
    .below { padding-block: 0; line-height: 1.3; }
    .status { min-block-size: 1.6em; padding-block-start: 0.1em; }
    .more.off { display: none; }
    .actions { padding-block: 0.2em 0.6em; gap: 0.4em; flex-wrap: nowrap; }
    .actions button { flex: 1 1 auto; padding-inline: 0.4em; font-size: 0.9375em; }
  }
  @media (forced-colors: active) {
    dialog[open], .notice { border: 2px solid CanvasText; }
    .foot .track .bar { background: Highlight; forced-color-adjust: none; }
    .shield { stroke: CanvasText; }
    button[aria-disabled="true"] { color: GrayText; border-color: GrayText; border-style: dashed; }
    .confirm { border-width: 3px; }
  }
`;
