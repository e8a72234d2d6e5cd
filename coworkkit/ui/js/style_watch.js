// Watch: the dock, its head and tabs, and the catalogue.

export const watchStyle = `
.cwk-watch-tab {
  position: fixed;
  z-index: 6900;
  inset-block-end: calc(16px + env(safe-area-inset-bottom, 0px));
  inset-inline-start: calc(16px + env(safe-area-inset-left, 0px));
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-block-size: 44px;
  padding: 0 16px 0 12px;
  border: 1px solid var(--cwk-line);
  border-radius: 22px;
  background: var(--cwk-surface);
  box-shadow: var(--cwk-shadow);
  font-weight: 500;
}
.cwk-watch-tab { color: var(--cwk-muted); }
.cwk-watch-tab:hover { background: var(--cwk-hover); color: var(--cwk-text); }

.cwk-watch {
  position: fixed;
  z-index: 6900;
  inset-block-end: 0;
  inset-inline: 0;
  display: flex;
  flex-direction: column;
  block-size: var(--cwk-dock);
  border-block-start: 1px solid var(--cwk-line);
  background: var(--cwk-surface);
  box-shadow: 0 -8px 28px rgb(16 21 28 / 0.12);
}
.cwk-watch-head {
  display: flex;
  flex: none;
  align-items: center;
  gap: 16px;
  padding-inline: 16px 4px;
  border-block-end: 1px solid var(--cwk-line);
}
.cwk-watch-title { font-size: var(--cwk-large); font-weight: 600; line-height: 1.5; }
.cwk-tabs { display: flex; align-self: stretch; }
.cwk-tab {
  min-block-size: 44px;
  padding: 0 12px;
  border: 0;
  border-block-end: 2px solid transparent;
  background: transparent;
  font-weight: 500;
}
.cwk-tab { color: var(--cwk-muted); }
.cwk-tab:hover { color: var(--cwk-text); background: var(--cwk-hover); }
.cwk-tab[aria-selected="true"] {
  border-block-end-color: var(--cwk-accent);
  color: var(--cwk-text);
  font-weight: 600;
}
.cwk-tab:focus-visible { outline-offset: -4px; }
.cwk-watch-total {
  flex: 1;
  min-inline-size: 0;
  color: var(--cwk-muted);
  font-size: var(--cwk-small);
  text-align: end;
}
.cwk-keys {
  padding: 1px 6px;
  border: 1px solid var(--cwk-line);
  border-radius: 4px;
  background: var(--cwk-sunken);
  color: var(--cwk-muted);
  font: 500 var(--cwk-small)/1.5 var(--cwk-mono);
  white-space: nowrap;
}
.cwk-watch-view { position: relative; flex: 1; min-block-size: 0; }

.cwk-catalogue { block-size: 100%; padding: 8px 16px 16px; overflow: auto; scrollbar-width: thin; }
.cwk-catalogue:focus-visible, .cwk-record-body:focus-visible, .cwk-grid:focus-visible { outline-offset: -2px; }
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

@media (min-width: 1000px) {
  &.cwk-panel-open .cwk-watch {
    inset-inline-end: calc(440px + env(safe-area-inset-right, 0px));
    border-inline-end: 1px solid var(--cwk-line);
    border-start-end-radius: 12px;
  }
}
@media (max-width: 720px) {
  .cwk-watch { z-index: 7100; --cwk-dock: calc(100dvh - 64px); }
  .cwk-watch-head { gap: 8px; }
  .cwk-keys { display: none; }
  .cwk-tab { padding: 0 8px; }
  .cwk-table, .cwk-table tbody, .cwk-table tr, .cwk-table th, .cwk-table td { display: block; }
  .cwk-table thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .cwk-table tbody tr {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 8px 12px;
    padding-block: 12px;
    border-block-end: 1px solid var(--cwk-line);
  }
  .cwk-table tbody th { grid-column: 1 / -1; }
  .cwk-table tbody th.cwk-table-head, .cwk-table tbody td.cwk-table-cell {
    padding: 0;
    border: 0;
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .cwk-table-cell::before {
    content: attr(data-cwk-name);
    display: block;
    color: var(--cwk-muted);
    font-size: var(--cwk-small);
  }
}
@media (max-width: 480px) {
  .cwk-watch { --cwk-dock: 100dvh; padding-block: env(safe-area-inset-top, 0px) env(safe-area-inset-bottom, 0px); }
  &.cwk-armed .cwk-watch { padding-block-start: calc(52px + env(safe-area-inset-top, 0px)); }
  &.cwk-panel-open .cwk-watch-tab { display: none; }
}
@media (forced-colors: active) {
  .cwk-tab { border-color: Canvas; }
  .cwk-tab[aria-selected="true"] { border-block-end-color: Highlight; }
}
`;
