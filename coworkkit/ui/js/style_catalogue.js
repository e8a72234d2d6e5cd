// The catalogue: its table, one action beside it, and the form that calls it.

export const catalogueStyle = `
.cwk-split { display: flex; block-size: 100%; }
.cwk-catalogue {
  flex: 1;
  min-inline-size: 0;
  padding: 8px 16px 16px;
  overflow: auto;
  scrollbar-width: thin;
}
.cwk-catalogue:focus-visible, .cwk-record-body:focus-visible, .cwk-grid:focus-visible, .cwk-agent-view:focus-visible {
  outline-offset: -2px;
}
.cwk-catalogue > .cwk-empty { min-block-size: 100%; }
.cwk-surface { display: flex; flex-wrap: wrap; gap: 0 8px; padding-block: 8px; font-weight: 600; }
.cwk-surface .cwk-muted { font-weight: 400; }
.cwk-table { inline-size: 100%; border-collapse: collapse; text-align: start; }
.cwk-table th, .cwk-table td {
  padding-block: 8px;
  padding-inline: 0 16px;
  border-block-end: 1px solid var(--cwk-line);
  font-weight: 400;
  text-align: start;
  vertical-align: top;
}
.cwk-table thead th { color: var(--cwk-muted); font-size: var(--cwk-small); font-weight: 600; white-space: nowrap; }
.cwk-table td { white-space: nowrap; }
.cwk-table-name { display: block; font-weight: 600; overflow-wrap: anywhere; }
.cwk-table-more { display: block; max-inline-size: 72ch; color: var(--cwk-muted); font-size: var(--cwk-small); }
.cwk-table-title {
  padding-block: 16px 4px;
  color: var(--cwk-muted);
  font-size: var(--cwk-small);
  font-weight: 600;
  line-height: 1.5;
}
.cwk-elements { display: flex; flex-wrap: wrap; gap: 8px; }
.cwk-elements li {
  display: flex;
  gap: 8px;
  padding: 4px 12px;
  border: 1px solid var(--cwk-line);
  border-radius: 8px;
  overflow-wrap: anywhere;
}
.cwk-table-button {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 8px;
  min-inline-size: 44px;
  min-block-size: 44px;
  margin-block: -11.5px -8px;
  padding: 0;
  border: 0;
  background: none;
  font-weight: 600;
  text-align: start;
  text-decoration: underline;
  text-decoration-color: var(--cwk-line);
  text-underline-offset: 3px;
}
.cwk-table-button:hover { text-decoration-color: currentColor; }
.cwk-table-head.cwk-is-chosen { background: var(--cwk-tint); }
.cwk-news-line { flex-basis: 100%; font-size: var(--cwk-small); font-weight: 400; }
.cwk-table-gone { color: var(--cwk-muted); font-weight: 400; }
.cwk-news, .cwk-by-builder {
  display: inline-block;
  flex: none;
  padding: 0 8px;
  border: 1px solid currentColor;
  border-radius: 10px;
  color: var(--cwk-good);
  font-size: var(--cwk-small);
  font-weight: 600;
  line-height: 18px;
  text-decoration: none;
}
.cwk-mark-changed .cwk-news, .cwk-by-builder { color: var(--cwk-plain); }
.cwk-mark-went .cwk-news { color: var(--cwk-muted); }
.cwk-mark-went td > * { opacity: 0.75; }

.cwk-action-text { margin-block-end: 12px; overflow-wrap: anywhere; white-space: pre-wrap; }
.cwk-call {
  display: flex;
  flex-direction: column;
  gap: 8px;
  margin-block: 16px;
  padding: 12px;
  border: 1px solid var(--cwk-line);
  border-radius: 12px;
}
.cwk-call-title { font-size: var(--cwk-body); font-weight: 600; }
.cwk-choice, .cwk-call-end { display: flex; flex-wrap: wrap; gap: 8px; }
.cwk-field { display: flex; flex-direction: column; gap: 4px; }
.cwk-field-name { display: flex; flex-wrap: wrap; gap: 0 8px; font-weight: 500; }
.cwk-field .cwk-muted { font-size: var(--cwk-small); font-weight: 400; }
.cwk-call-button {
  max-inline-size: 100%;
  border-color: var(--cwk-strong);
  background: var(--cwk-strong);
  font-weight: 600;
  overflow-wrap: anywhere;
}
.cwk-call-button { color: var(--cwk-on-strong); }
.cwk-call-button .cwk-icon { inline-size: 16px; block-size: 16px; }
.cwk-call-status:empty { display: none; }

.cwk-catalogue-folds .cwk-table, .cwk-catalogue-folds :is(tbody, tr, th, td) { display: block; }
.cwk-catalogue-folds .cwk-table thead {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}
.cwk-catalogue-folds .cwk-table tbody tr {
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 8px 12px;
  padding-block: 12px;
  border-block-end: 1px solid var(--cwk-line);
}
.cwk-catalogue-folds .cwk-table tbody th { grid-column: 1 / -1; }
.cwk-catalogue-folds .cwk-table tbody th.cwk-table-head, .cwk-catalogue-folds .cwk-table tbody td.cwk-table-cell {
  padding: 0;
  border: 0;
  overflow-wrap: anywhere;
  white-space: normal;
}
.cwk-catalogue-folds .cwk-table-cell::before {
  content: attr(data-cwk-name);
  display: block;
  color: var(--cwk-muted);
  font-size: var(--cwk-small);
}
`;
