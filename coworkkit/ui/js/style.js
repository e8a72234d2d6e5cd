// The page's own style, put into the document once. Everything in it is named cwk-*.

import { agentStyle } from "./style_agent.js";
import { barStyle } from "./style_bar.js";
import { baseStyle, tokens } from "./style_base.js";
import { catalogueStyle } from "./style_catalogue.js";
import { connectStyle } from "./style_connect.js";
import { handStyle } from "./style_hand.js";
import { markdownStyle } from "./style_markdown.js";
import { panelStyle } from "./style_panel.js";
import { talkStyle } from "./style_talk.js";
import { timelineStyle } from "./style_timeline.js";
import { watchStyle } from "./style_watch.js";

const STYLE_ID = "coworkkit-style";

// Nested in the root's rule, each selector weighs one class more than a rule of the app for bare tags.
const PARTS = [
  baseStyle, panelStyle, talkStyle, markdownStyle, handStyle, watchStyle, timelineStyle, barStyle, catalogueStyle,
  agentStyle, connectStyle,
];

/** Add the style to the page; a second call does nothing. */
export function insertStyle() {
  if (document.getElementById(STYLE_ID)) return;
  const style = document.createElement("style");
  style.id = STYLE_ID;
  style.textContent = `${tokens}\n.cwk-root {\n${PARTS.join("\n")}\n}`;
  document.head.append(style);
}
