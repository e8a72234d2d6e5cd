// What an agent says, formatted: the parts of Markdown, in the measure of a chat.

export const markdownStyle = `
.cwk-md { display: flex; flex-direction: column; gap: 8px; white-space: normal; }
.cwk-md-text, .cwk-md-heading { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.cwk-md-heading { font-weight: 650; line-height: 1.35; }
.cwk-md-heading:not(:first-child) { margin-block-start: 4px; }
.cwk-md strong { font-weight: 650; }
.cwk-md em { font-style: italic; }
.cwk-md-list { display: flex; flex-direction: column; gap: 4px; margin: 0; padding: 0; padding-inline-start: 22px; }
ul.cwk-md-list { list-style: disc; }
ol.cwk-md-list { list-style: decimal; }
.cwk-md-list > li { padding-inline-start: 2px; overflow-wrap: anywhere; }
.cwk-md-list > li::marker { color: var(--cwk-muted); font-variant-numeric: tabular-nums; }
.cwk-md-list .cwk-md-list { margin-block-start: 4px; }
.cwk-md-quote {
  display: flex;
  flex-direction: column;
  gap: 8px;
  margin: 0;
  padding-inline-start: 12px;
  border-inline-start: 3px solid var(--cwk-edge);
  color: var(--cwk-muted);
}
.cwk-md-rule { inline-size: 100%; block-size: 1px; margin: 4px 0; border: 0; background: var(--cwk-line); }
.cwk-md-code {
  padding: 1px 4px;
  border-radius: 4px;
  background: var(--cwk-hover);
  font: 500 0.9em/1.4 var(--cwk-mono);
  overflow-wrap: anywhere;
  unicode-bidi: isolate;
}
.cwk-md-pre {
  max-inline-size: 100%;
  margin: 0;
  padding: 8px 12px;
  overflow: auto;
  border-radius: 8px;
  background: var(--cwk-hover);
  white-space: pre;
  text-align: left;
  scrollbar-width: thin;
}
.cwk-md-pre code { font: 400 0.8125rem/1.5 var(--cwk-mono); }
.cwk-md-table { max-inline-size: 100%; overflow: auto; scrollbar-width: thin; }
.cwk-md-table table { border-collapse: collapse; }
.cwk-md-table th, .cwk-md-table td {
  padding: 4px 12px 4px 0;
  padding-inline: 0 12px;
  border-block-end: 1px solid var(--cwk-line);
  text-align: start;
  vertical-align: top;
}
.cwk-md-table th { font-weight: 600; }
.cwk-md-table tr:last-child > td { border-block-end: 0; }
.cwk-md-link { color: var(--cwk-focus); text-decoration: underline; text-underline-offset: 2px; overflow-wrap: anywhere; }
.cwk-md-address { color: var(--cwk-muted); font-size: var(--cwk-small); overflow-wrap: anywhere; }
.cwk-md-pre:focus-visible, .cwk-md-table:focus-visible { outline-offset: -2px; }
.cwk-message[aria-busy="true"] > .cwk-md > :last-child::after {
  content: "";
  display: inline-block;
  inline-size: 7px;
  block-size: 1em;
  margin-inline-start: 3px;
  border-radius: 1px;
  background: var(--cwk-muted);
  vertical-align: -0.15em;
  animation: cwk-blink 1.2s infinite;
}
`;
