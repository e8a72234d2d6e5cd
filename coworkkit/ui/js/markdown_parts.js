// Takes Markdown apart, without drawing anything. Every step looks at a bounded piece, so that no text makes it slow.

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/;
const RULE = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,9})(?:([-*+])|(\d{1,9})[.)])( {1,4}|\t|$)/;
const TABLE_LINE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const LONGEST_LINE = 20_000; // a longer one is text
const LONGEST_RULER = 2_000;
const DEEPEST = 5;
const MOST_COLUMNS = 20;

const isBlank = (line) => line.trim() === "";
const fits = (line) => line.length <= LONGEST_LINE;

// A pattern that ends in `+$` would look at a long row of such characters again and again.
function trimEnd(text, characters) {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

function startsBlock(line, next) {
  if (!fits(line)) return false;
  return FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line) || ITEM.test(line)
    || isTable(line, next);
}

function isTable(line, next) {
  return line.includes("|") && next !== undefined && next.length <= LONGEST_RULER && next.includes("-") && next.includes("|")
    && TABLE_LINE.test(next);
}

function cellsOf(line) {
  const row = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return row.split("|").slice(0, MOST_COLUMNS).map((cell) => cell.trim());
}

/**
 * Split text into blocks: `{ kind, … }` with kind "text", "heading", "code", "rule", "quote", "list" or "table". With
 * `asSource`, only the source of each block comes back.
 */
export function blocksIn(text, { asSource = false, depth = 0 } = {}) {
  const lines = text.split("\n");
  const found = [];
  let at = 0;

  function take() {
    const line = lines[at];
    if (depth >= DEEPEST || !fits(line)) return paragraph();
    const fence = FENCE.exec(line);
    if (fence) return code(fence[1]);
    const heading = HEADING.exec(line);
    if (heading) {
      at += 1;
      return { kind: "heading", text: trimEnd(heading[1], " \t#") };
    }
    if (RULE.test(line)) {
      at += 1;
      return { kind: "rule" };
    }
    if (QUOTE.test(line)) return quote();
    if (ITEM.test(line)) return list();
    return isTable(line, lines[at + 1]) ? table() : paragraph();
  }

  function paragraph() {
    const from = at;
    at += 1;
    while (at < lines.length && !isBlank(lines[at]) && (depth >= DEEPEST || !startsBlock(lines[at], lines[at + 1]))) {
      at += 1;
    }
    return { kind: "text", text: lines.slice(from, at).join("\n") };
  }

  function code(fence) {
    const from = (at += 1);
    const closes = (line) => line.trim().length >= fence.length && line.trim() === fence[0].repeat(line.trim().length);
    while (at < lines.length && !closes(lines[at])) at += 1;
    const inside = lines.slice(from, at).join("\n");
    at += 1;
    return { kind: "code", text: inside };
  }

  function quote() {
    const inside = [];
    while (at < lines.length && QUOTE.test(lines[at])) {
      inside.push(lines[at].replace(QUOTE, ""));
      at += 1;
    }
    return { kind: "quote", blocks: asSource ? [] : blocksIn(inside.join("\n"), { depth: depth + 1 }) };
  }

  function list() {
    const first = ITEM.exec(lines[at]);
    const ordered = first[3] !== undefined;
    const items = [];
    while (at < lines.length) {
      const item = fits(lines[at]) ? ITEM.exec(lines[at]) : null;
      if (!item || (item[3] !== undefined) !== ordered || item[1].length > first[1].length + 1) break;
      const indent = item[0].length;
      const inside = [lines[at].slice(indent)];
      at += 1;
      while (at < lines.length && belongs(lines[at], item[1].length)) {
        inside.push(lines[at].slice(Math.min(indent, lines[at].length - lines[at].trimStart().length)));
        at += 1;
      }
      items.push(asSource ? [] : blocksIn(inside.join("\n").trimEnd(), { depth: depth + 1 }));
    }
    return { kind: "list", ordered, start: ordered ? Number(first[3]) : undefined, items };
  }

  // An item goes on with lines that are indented under it, and over a blank line only with those.
  function belongs(line, indent) {
    const isDeeper = line.length - line.trimStart().length > indent + 1;
    if (isBlank(line)) {
      const next = lines[at + 1];
      return next !== undefined && !isBlank(next) && next.length - next.trimStart().length > indent + 1;
    }
    return isDeeper || (!isBlank(lines[at - 1]) && !startsBlock(line, lines[at + 1]));
  }

  function table() {
    const head = cellsOf(lines[at]);
    const rows = [];
    at += 2;
    while (at < lines.length && fits(lines[at]) && lines[at].includes("|")) {
      const cells = cellsOf(lines[at]);
      rows.push(head.map((_, column) => cells[column] ?? ""));
      at += 1;
    }
    return { kind: "table", head, rows };
  }

  while (at < lines.length) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    const from = at;
    const block = take();
    found.push(asSource ? lines.slice(from, at).join("\n") : block);
  }
  return found;
}

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}_]/u;
const ADDRESS = /(?:https?:\/\/|mailto:)[^\s<>"'`\\|]{1,2000}/iy;
const TARGET = /\(\s*<?([^\s<>()]{1,2000}(?:\([^\s<>()]{0,200}\)[^\s<>()]{0,200})?)>?(?:\s+(?:"[^"]{0,200}"|'[^']{0,200}'))?\s*\)/y;
const LONGEST_LABEL = 500;
const LONGEST_PLACE = 100; // of a host, or of whom a mail is to: no link hides where it leads in its tail
const PAIRS = [["**", "strong"], ["__", "strong"], ["~~", "s"], ["*", "em"], ["_", "em"]];

/** The address of a link that may be followed, or null. A name or password before the host only deceives. */
export function safeAddress(written) {
  let url;
  try {
    url = new URL(written);
  } catch {
    return null;
  }
  if (!["http:", "https:", "mailto:"].includes(url.protocol) || url.username || url.password) return null;
  const place = url.protocol === "mailto:" ? url.pathname : url.hostname;
  return place && place.length <= LONGEST_PLACE ? url.href : null;
}

// Brackets that close what was opened before the address are not part of it.
function withoutSpareBrackets(written) {
  let spare = 0;
  for (const character of written) {
    if (character === ")") spare += 1;
    else if (character === "(") spare -= 1;
  }
  let end = written.length;
  for (; spare > 0 && written[end - 1] === ")"; spare -= 1) {
    end -= 1;
    while (".,;:!?".includes(written[end - 1])) end -= 1;
  }
  return written.slice(0, end);
}

/** Split the text of a block into strings and `{ tag, children }`; for code `{ tag, text }`, for links also `href`. */
export function piecesIn(text, depth = 0) {
  if (depth >= DEEPEST || text.length > LONGEST_LINE) return text ? [text] : [];
  const found = [];
  const missing = new Set(); // what was looked for to the end, and is not there
  let plain = "";
  let at = 0;

  function push(piece, end) {
    if (plain) found.push(plain);
    plain = "";
    found.push(piece);
    at = end;
  }

  function code() {
    let length = 1;
    while (text[at + length] === "`") length += 1;
    const fence = "`".repeat(length);
    for (let end = missing.has(fence) ? -1 : text.indexOf(fence, at + length); end >= 0; ) {
      let after = end + length;
      if (text[after] !== "`") {
        const inside = text.slice(at + length, end);
        push({ tag: "code", text: /^ .* $/s.test(inside) && inside.trim() ? inside.slice(1, -1) : inside }, after);
        return true;
      }
      while (text[after] === "`") after += 1;
      end = text.indexOf(fence, after);
    }
    missing.add(fence);
    plain += fence;
    at += length;
    return true;
  }

  function link() {
    const from = text[at] === "!" ? at + 1 : at; // a picture is not fetched; its address can be followed
    let open = 0;
    let end = from;
    for (; end < text.length && end - from <= LONGEST_LABEL; end += 1) {
      if (text[end] === "\\") end += 1;
      else if (text[end] === "[") open += 1;
      else if (text[end] === "]" && (open -= 1) === 0) break;
    }
    if (text[end] !== "]" || text[end + 1] !== "(") return false;
    TARGET.lastIndex = end + 1;
    const target = TARGET.exec(text);
    const href = target && safeAddress(target[1]);
    if (!href) return false;
    const label = text.slice(from + 1, end);
    const children = label.trim() ? piecesIn(label, DEEPEST) : [href];
    push({ tag: "a", href, address: href, children }, TARGET.lastIndex);
    return true;
  }

  function address() {
    const isAngled = text[at] === "<";
    if (!isAngled && at > 0 && WORD.test(text[at - 1])) return false;
    ADDRESS.lastIndex = at + (isAngled ? 1 : 0);
    let written = ADDRESS.exec(text)?.[0];
    if (!written) return false;
    if (isAngled && text[ADDRESS.lastIndex] !== ">") return false;
    if (!isAngled) {
      written = trimEnd(written, ".,;:!?*_~]}");
      written = withoutSpareBrackets(written);
    }
    const href = safeAddress(written);
    if (!href) {
      // what was refused as a whole is not tried again from within
      const end = at + (isAngled ? 1 : 0) + written.length;
      plain += text.slice(at, end);
      at = end;
      return true;
    }
    push({ tag: "a", href, address: href, children: [href] }, at + written.length + (isAngled ? 2 : 0));
    return true;
  }

  function pair() {
    for (const [sign, tag] of PAIRS) {
      if (!text.startsWith(sign, at)) continue;
      const isWord = sign[0] === "_";
      const after = at + sign.length;
      if (after >= text.length || /\s/.test(text[after]) || missing.has(sign)) continue;
      if (isWord && at > 0 && WORD.test(text[at - 1])) continue;
      const end = closing(sign, after, isWord);
      if (end < 0) continue;
      push({ tag, children: piecesIn(text.slice(after, end), depth + 1) }, end + sign.length);
      return true;
    }
    return false;
  }

  function closing(sign, from, isWord) {
    for (let end = text.indexOf(sign, from + 1); end >= 0; end = text.indexOf(sign, end + 1)) {
      const isLonger = sign.length === 1 && (text[end + 1] === sign || text[end - 1] === sign);
      const isInWord = isWord && end + sign.length < text.length && WORD.test(text[end + sign.length]);
      if (!isLonger && !isInWord && !/[\s\\]/.test(text[end - 1])) return end;
    }
    missing.add(sign);
    return -1;
  }

  while (at < text.length) {
    const character = text[at];
    if (character === "\\" && PUNCTUATION.test(text[at + 1] ?? "")) {
      plain += text[at + 1];
      at += 2;
      continue;
    }
    if (character === "`" && code()) continue;
    if ((character === "[" || (character === "!" && text[at + 1] === "[")) && link()) continue;
    if ("hHmM<".includes(character) && address()) continue;
    if ("*_~".includes(character) && pair()) continue;
    plain += character;
    at += 1;
  }
  if (plain) found.push(plain);
  return found;
}
