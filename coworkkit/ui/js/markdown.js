// What an agent says, with the formatting it wrote: a small, safe part of Markdown, drawn as elements and never as HTML.
//
// The text is a stranger's. There is no raw HTML, nothing is fetched, only http, https and mailto become links, and a
// link always shows where it leads. Every text passes through `segments`, which makes visible what cannot be seen.

import { h, inject } from "vue";
import { blocksIn, piecesIn } from "./markdown_parts.js";
import { flat, segments } from "./visible.js";

const LONGEST_ADDRESS = 120;

function marked(text, words, lines = true) {
  return segments(text, { lines, words: words.visible }).map((part) =>
    typeof part === "string" ? part : h("span", { class: "cwk-mark" }, part.mark),
  );
}

function drawPieces(pieces, words) {
  return pieces.flatMap((piece) => {
    if (typeof piece === "string") return marked(piece, words);
    if (piece.tag === "a") return drawLink(piece, words);
    if (piece.tag === "code") return h("code", { class: "cwk-md-code", dir: "auto" }, marked(piece.text, words));
    return h(piece.tag, drawPieces(piece.children, words));
  });
}

// The address stands beside the words unless they are the address: no link says one thing and leads to another.
function drawLink({ href, children, address }, words) {
  const shown = flat(address, { limit: LONGEST_ADDRESS, words: words.visible });
  const attributes = { href, target: "_blank", rel: "noopener noreferrer nofollow", referrerpolicy: "no-referrer" };
  const isBare = children.length === 1 && children[0] === address;
  const said = isBare ? [shown] : drawPieces(children, words);
  const beside = isBare ? [] : [" ", h("bdi", { class: "cwk-md-address", dir: "ltr" }, `(${shown})`)];
  return h("a", { class: "cwk-md-link", ...attributes }, [h("bdi", said), ...beside]);
}

function drawBlock(block, words) {
  const say = (text) => drawPieces(piecesIn(text), words);
  switch (block.kind) {
    case "heading":
      return h("p", { class: "cwk-md-heading", role: "heading", "aria-level": "3" }, say(block.text));
    case "code":
      // It scrolls, so the keyboard has to reach it.
      return h("pre", { class: "cwk-md-pre", tabindex: "0", role: "group", "aria-label": words.panel.code, dir: "ltr" }, [
        h("code", marked(block.text, words)),
      ]);
    case "rule":
      return h("hr", { class: "cwk-md-rule" });
    case "quote":
      return h("blockquote", { class: "cwk-md-quote", dir: "auto" }, drawBlocks(block.blocks, words));
    case "list": {
      const items = block.items.map((item) => h("li", drawBlocks(item, words)));
      return block.ordered
        ? h("ol", { class: "cwk-md-list", dir: "auto", start: block.start }, items)
        : h("ul", { class: "cwk-md-list", dir: "auto" }, items);
    }
    case "table": {
      const row = (cells, tag) => h("tr", cells.map((cell) => h(tag, tag === "th" ? { scope: "col" } : {}, say(cell))));
      const table = h("table", [h("thead", [row(block.head, "th")]), h("tbody", block.rows.map((r) => row(r, "td")))]);
      const frame = { class: "cwk-md-table", dir: "auto", tabindex: "0", role: "group", "aria-label": words.panel.table };
      return h("div", frame, [table]);
    }
    default:
      return h("p", { class: "cwk-md-text" }, say(block.text));
  }
}

const drawBlocks = (blocks, words) => blocks.map((block) => drawBlock(block, words));

// One block by itself: while a message grows, only its last block is drawn anew.
function Block({ source }) {
  const { words } = inject("coworkkit");
  return drawBlocks(blocksIn(source), words);
}
Block.props = { source: String };

/** `<cwk-markdown :text>` */
export function CwkMarkdown({ text }) {
  const blocks = blocksIn(text.replace(/\r\n?/g, "\n"), { asSource: true });
  return h("div", { class: "cwk-md" }, blocks.map((source, at) => h(Block, { key: at, source })));
}
CwkMarkdown.props = { text: String };
