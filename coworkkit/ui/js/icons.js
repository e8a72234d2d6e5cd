// The drawings of the page: 24 × 24, in the colour of the text around them, silent for a screen reader.

import { h } from "vue";

const LINES = {
  agent: "M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-6l-5 4v-4H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM8.5 10v2M15.5 10v2M12 10v2",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  close: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-7 7 7 7",
  send: "M12 20V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  hand: "M8 12.5V6a1.5 1.5 0 0 1 3 0v5m0-.5V4.5a1.5 1.5 0 0 1 3 0V11m0-.5V6a1.5 1.5 0 0 1 3 0v8.5a6 6 0 0 1-6 6h-.6"
    + "a6 6 0 0 1-4.9-2.6L3.4 14.5a1.5 1.5 0 0 1 2.4-1.8L8 15",
  watch: "M4 6h16M4 12h10M4 18h13M19 12h.01",
  ask: "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 16.5h.01",
  offline: "M4 4l16 16M8.5 15.5a5 5 0 0 1 5.5-1M5 12a9.5 9.5 0 0 1 4-2.4M19 12a9.5 9.5 0 0 0-6-2.8M12 19h.01",
  again: "M20 11a8 8 0 1 0-2.3 5.7M20 5v6h-6",
  larger: "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
  smaller: "M20 10h-6V4M14 10l7-7M4 14h6v6M10 14l-7 7",
  wait: "M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z",
  // the gates and levels of the timeline: each has its own outline
  fired: "M8 5l10 7-10 7z",
  confirmed: "M5 12.5l4.5 4.5L19 7.5",
  cancelled: "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM9 9l6 6M15 9l-6 6",
  timeout: "M7 4h10M7 20h10M8 4v3l8 10v3M16 4v3L8 17v3",
  refused: "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM6 6l12 12",
  pending: "M12 3a9 9 0 1 1-6.4 2.6M12 7.5V12l3 2",
  // and the states of a durable card
  durable: "M4 6h16v12H4zM4 10.5h16M7 15h4",
  submitted: "M4 6h16v12H4zM8.5 12.5l2.5 2.5 5-5.5",
  replaced: "M8 8V5h12v10h-3M4 9h12v10H4z",
  committed: "M2.5 12.5l4 4.5L15 8M12 16l1 1 8.5-9",
  find: "M17 11a6 6 0 1 1-12 0 6 6 0 0 1 12 0zM15.5 15.5L20 20",
  filter: "M4 6h16M7 12h10M10 18h4",
  group: "M4 6h4M4 12h4M4 18h4M11 6h9M14 12h6M14 18h6",
  pause: "M9 6v12M15 6v12",
  save: "M12 4v11M7 10l5 5 5-5M5 20h14",
  copy: "M9 9h10v10H9zM5 15V5h10",
  again: "M19 12a7 7 0 1 1-2.2-5.1L19 9M19 4v5h-5",
  open: "M19 12a7 7 0 1 1-14 0 7 7 0 0 1 14 0z",
  failed: "M12 4l9 16H3zM12 10v4M12 17h.01",
  none: "M6 12h12",
  more: "M7 10l5 5 5-5",
};

const SOLIDS = {
  stop: "M7 7h10v10H7z",
  hard: "M12 3l9 9-9 9-9-9z",
  soft: "M12 4a8 8 0 0 1 0 16z",
  depends: "M4 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM10 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM16 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0z",
};

const UNDER = { soft: "M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0z" };

/** `<cwk-icon name>` */
export function CwkIcon({ name }) {
  const paths = [];
  const line = LINES[name] ?? UNDER[name];
  if (line) paths.push(h("path", { d: line, fill: "none", stroke: "currentColor", class: "cwk-icon-line" }));
  if (SOLIDS[name]) paths.push(h("path", { d: SOLIDS[name], fill: "currentColor" }));
  return h("svg", { class: "cwk-icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, paths);
}
CwkIcon.props = { name: String };
