// Watch: the dock, its head and tabs, and what its views share.

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
.cwk-watch-edge {
  position: absolute;
  z-index: 3;
  inset-block-start: -5px;
  inset-inline: 0;
  block-size: 10px;
  cursor: ns-resize;
  touch-action: none;
}
.cwk-watch-edge::after {
  content: "";
  position: absolute;
  inset-block-start: 7px;
  inset-inline-start: calc(50% - 24px);
  inline-size: 48px;
  block-size: 3px;
  border-radius: 2px;
  background: var(--cwk-line);
}
.cwk-watch-edge:hover::after, .cwk-watch-edge:focus-visible::after { background: var(--cwk-edge); }
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
.cwk-watch-view { position: relative; flex: 1; min-block-size: 0; container-type: inline-size; }

.cwk-small-button, .cwk-call-button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  min-inline-size: 44px;
  min-block-size: 44px;
  padding: 0 12px;
  border: 1px solid var(--cwk-line);
  border-radius: 10px;
  background: transparent;
  font-weight: 500;
}
.cwk-small-button:hover { background: var(--cwk-hover); }
.cwk-small-button[aria-pressed="true"] { border-color: var(--cwk-accent); background: var(--cwk-tint); font-weight: 600; }
.cwk-small-button .cwk-icon { inline-size: 16px; block-size: 16px; color: var(--cwk-muted); }
.cwk-input {
  inline-size: 100%;
  min-block-size: 44px;
  padding: 8px 12px;
  border: 1px solid var(--cwk-edge);
  border-radius: 10px;
  background: var(--cwk-surface);
  color: var(--cwk-text);
  font: inherit;
  text-align: start;
}
.cwk-input:focus-visible { outline-offset: -1px; }
.cwk-code { font: 400 var(--cwk-small)/1.6 var(--cwk-mono); resize: vertical; }
.cwk-problem { color: var(--cwk-problem); overflow-wrap: anywhere; }
.cwk-more { border-block-start: 1px solid var(--cwk-line); }
.cwk-more summary {
  display: list-item;
  min-block-size: 44px;
  margin-inline-start: 16px;
  padding-block: 12px;
  cursor: pointer;
  list-style-position: outside;
}

@media (min-width: 1000px) {
  &.cwk-panel-open .cwk-watch {
    inset-inline-end: calc(440px + env(safe-area-inset-right, 0px));
    border-inline-end: 1px solid var(--cwk-line);
    border-start-end-radius: 12px;
  }
}
&.cwk-panel-docked .cwk-watch { inset-inline-end: 400px; border-radius: 0; }
@media (max-width: 720px) {
  .cwk-watch-edge { display: none; }
  .cwk-watch { z-index: 7100; --cwk-dock: calc(100dvh - 64px); }
  .cwk-watch-head { gap: 8px; }
  .cwk-keys { display: none; }
  .cwk-tab { padding: 0 8px; white-space: nowrap; }
}
@media (max-width: 480px) {
  .cwk-watch-head { flex-wrap: wrap; justify-content: space-between; gap: 0; padding-inline: 4px; }
  .cwk-watch-title { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .cwk-watch-total { flex-basis: 100%; order: 9; padding: 0 12px 6px; text-align: start; }
  .cwk-watch { --cwk-dock: 100dvh; padding-block: env(safe-area-inset-top, 0px) env(safe-area-inset-bottom, 0px); }
  &.cwk-armed .cwk-watch { padding-block-start: calc(52px + env(safe-area-inset-top, 0px)); }
  &.cwk-panel-open .cwk-watch-tab { display: none; }
}
@media (forced-colors: active) {
  .cwk-tab { border-color: Canvas; }
  .cwk-tab[aria-selected="true"] { border-block-end-color: Highlight; }
}
`;
