// The conversation and the box under it.

export const talkStyle = `
.cwk-log-frame { position: relative; display: flex; flex: 1; min-block-size: 0; }
.cwk-log {
  position: relative;
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: 8px;
  min-inline-size: 0;
  padding: 16px;
  overflow: hidden auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
}
.cwk-log:focus-visible { outline-offset: -3px; }
.cwk-time {
  flex: none;
  margin-block: 8px 0;
  color: var(--cwk-muted);
  font-size: var(--cwk-small);
  text-align: center;
}
.cwk-time:first-child { margin-block-start: -4px; }
.cwk-message { display: flex; flex: none; flex-direction: column; align-items: flex-start; max-inline-size: 88%; }
.cwk-from-user { align-self: flex-end; align-items: flex-end; }
.cwk-from-notice { align-self: center; align-items: center; max-inline-size: 100%; }
.cwk-bubble {
  max-inline-size: 100%;
  padding: 8px 12px;
  overflow: clip;
  border-radius: 14px;
  background: var(--cwk-sunken);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
}
.cwk-from-agent .cwk-bubble { border-end-start-radius: 4px; }
.cwk-from-user .cwk-bubble { border-end-end-radius: 4px; background: var(--cwk-tint); }
.cwk-from-notice .cwk-bubble {
  padding: 4px 8px;
  background: transparent;
  color: var(--cwk-muted);
  font-size: var(--cwk-small);
  text-align: center;
}
.cwk-from-notice[class*="cwk-tone-"] { align-self: stretch; align-items: stretch; }
.cwk-from-notice[class*="cwk-tone-"] .cwk-bubble {
  display: flex;
  align-items: flex-start;
  gap: 8px;
  padding: 8px 12px;
  border: 1px solid var(--cwk-line);
  border-radius: 10px;
  color: var(--cwk-text);
  text-align: start;
}
.cwk-from-notice:has(.cwk-is-brief) { flex-flow: row wrap; align-items: center; }
.cwk-from-notice:has(.cwk-is-brief) > .cwk-again { align-self: center; margin-block: -10px; font-size: var(--cwk-small); }
.cwk-notice { display: flex; flex-wrap: wrap; align-items: center; gap: 0 4px; max-inline-size: 100%; }
.cwk-notice .cwk-bubble { flex: 1; min-inline-size: 60%; }
.cwk-is-brief .cwk-bubble { order: 9; flex-basis: 100%; }
.cwk-brief {
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-inline-size: 0;
  min-block-size: 44px;
  margin-block: -10px;
  padding: 0 4px;
  border: 0;
  border-radius: 8px;
  background: transparent;
  font-size: var(--cwk-small);
  text-align: start;
}
.cwk-brief { color: var(--cwk-muted); }
.cwk-brief:hover { background: var(--cwk-hover); }
.cwk-brief .cwk-icon { flex: none; inline-size: 16px; block-size: 16px; }
.cwk-brief[aria-expanded="true"] .cwk-icon:last-child { transform: rotate(180deg); }
.cwk-tone-failed .cwk-brief .cwk-icon:first-child { color: var(--cwk-problem); }
.cwk-tone-unanswered .cwk-brief .cwk-icon:first-child { color: var(--cwk-slow); }
.cwk-from-notice .cwk-bubble .cwk-icon { inline-size: 16px; block-size: 16px; margin-block-start: 1px; color: var(--cwk-muted); }
.cwk-tone-failed .cwk-bubble .cwk-icon { color: var(--cwk-problem); }
.cwk-tone-unanswered .cwk-bubble .cwk-icon { color: var(--cwk-slow); }
.cwk-again {
  display: inline-flex;
  align-items: center;
  align-self: center;
  gap: 6px;
  min-block-size: 44px;
  padding-inline: 8px 12px;
  border: 0;
  border-radius: 10px;
  background: transparent;
  font-weight: 600;
}
.cwk-again { color: var(--cwk-text); }
[class*="cwk-tone-"] > .cwk-again { align-self: flex-start; }
.cwk-again:hover { background: var(--cwk-hover); }
.cwk-again .cwk-icon { inline-size: 16px; block-size: 16px; }
.cwk-is-sending .cwk-bubble { background: transparent; box-shadow: inset 0 0 0 1px var(--cwk-edge); }
.cwk-note {
  display: flex;
  align-items: center;
  gap: 4px;
  padding-block-start: 2px;
  color: var(--cwk-muted);
  font-size: var(--cwk-small);
}
.cwk-note .cwk-icon { inline-size: 14px; block-size: 14px; }
.cwk-dots { display: flex; gap: 5px; padding-block: 14px; }
.cwk-dots i {
  inline-size: 6px;
  block-size: 6px;
  border-radius: 50%;
  background: var(--cwk-muted);
  animation: cwk-blink 1.2s infinite;
}
.cwk-dots i:nth-of-type(2) { animation-delay: 0.15s; }
.cwk-dots i:nth-of-type(3) { animation-delay: 0.3s; }

.cwk-question {
  flex: none;
  padding: 12px 16px;
  border: 1px solid var(--cwk-line);
  border-inline-start: 4px solid var(--cwk-edge);
  border-radius: 12px;
}
.cwk-question.cwk-is-open {
  border-color: var(--cwk-edge);
  border-inline-start-color: var(--cwk-hand);
  background: var(--cwk-sunken);
}
.cwk-question-label {
  display: flex;
  align-items: center;
  gap: 8px;
  color: var(--cwk-muted);
  font-size: var(--cwk-small);
  font-weight: 600;
}
.cwk-question-label .cwk-icon { inline-size: 16px; block-size: 16px; }
.cwk-is-open .cwk-question-label { color: var(--cwk-hand); }
.cwk-question-text { margin-block: 4px; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.cwk-is-open .cwk-question-text { font-size: var(--cwk-large); font-weight: 500; line-height: 1.4; }
.cwk-answers { display: flex; flex-wrap: wrap; gap: 8px; margin-block: 8px; }
.cwk-answer {
  min-inline-size: 88px;
  min-block-size: 44px;
  padding: 0 20px;
  border: 1px solid var(--cwk-edge);
  border-radius: 10px;
  background: var(--cwk-surface);
  font-weight: 600;
}
.cwk-answer:hover { background: var(--cwk-hover); }
.cwk-answer-yes { border-color: var(--cwk-strong); background: var(--cwk-strong); }
.cwk-answer-yes { color: var(--cwk-on-strong); }
.cwk-answer-yes:hover { background: color-mix(in srgb, var(--cwk-strong) 85%, var(--cwk-surface)); }
.cwk-answer[aria-disabled="true"] { border-color: var(--cwk-line); background: var(--cwk-sunken); cursor: default; }
.cwk-answer[aria-disabled="true"] { color: var(--cwk-muted); }
.cwk-question-hint { color: var(--cwk-muted); font-size: var(--cwk-small); }

.cwk-entry { scroll-margin-block: 16px; }
.cwk-entry .cwk-question-text { margin-block-end: 0; font-weight: 600; }
.cwk-entry-left { margin-inline-start: auto; font-variant-numeric: tabular-nums; white-space: nowrap; }
.cwk-entry-text { margin-block: 4px; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.cwk-entry-whose { margin-block-start: 4px; color: var(--cwk-muted); font-size: var(--cwk-small); font-weight: 600; }
.cwk-entry-problem:not(:empty) { color: var(--cwk-problem); font-size: var(--cwk-small); }

.cwk-latest, .cwk-new {
  position: absolute;
  inset-block-end: 8px;
  inset-inline: 0;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 4px;
  inline-size: fit-content;
  min-inline-size: 44px;
  min-block-size: 44px;
  margin-inline: auto;
  padding: 0;
  border: 1px solid var(--cwk-edge);
  border-radius: 22px;
  background: var(--cwk-surface);
  box-shadow: var(--cwk-shadow);
}
.cwk-new { padding-inline: 12px 16px; font-weight: 600; }
.cwk-latest:hover, .cwk-new:hover { background: var(--cwk-hover); }

.cwk-composer { flex: none; padding: 8px; border-block-start: 1px solid var(--cwk-line); }
.cwk-composer-row {
  display: flex;
  align-items: flex-end;
  gap: 4px;
  padding: 4px;
  border: 1px solid var(--cwk-edge);
  border-radius: 14px;
}
.cwk-composer-row:focus-within { border-color: var(--cwk-focus); box-shadow: 0 0 0 1px var(--cwk-focus); }
.cwk-box {
  flex: 1;
  min-inline-size: 0;
  min-block-size: 44px;
  max-block-size: 168px;
  margin: 0;
  padding: 10px 8px;
  overflow-y: auto;
  resize: none;
  border: 0;
  outline: none;
  background: transparent;
  color: var(--cwk-text);
  font: 400 var(--cwk-large)/1.5 var(--cwk-sans);
  scrollbar-width: thin;
}
.cwk-box::placeholder { color: var(--cwk-muted); opacity: 1; }
.cwk-send {
  display: grid;
  flex: none;
  place-items: center;
  inline-size: 44px;
  block-size: 44px;
  padding: 0;
  border: 0;
  border-radius: 10px;
  background: var(--cwk-accent);
}
.cwk-send { color: var(--cwk-ink); }
.cwk-send[aria-disabled="true"] { background: transparent; color: var(--cwk-muted); cursor: default; }
.cwk-hint { padding: 6px 8px 0; color: var(--cwk-muted); font-size: var(--cwk-small); line-height: 1.4; }
.cwk-hint:empty { display: none; }
.cwk-hint.cwk-is-problem { color: var(--cwk-problem); }
`;
