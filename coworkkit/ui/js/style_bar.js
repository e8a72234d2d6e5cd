// What stands over the timeline: the filter, its chips, and the buttons.

export const barStyle = `
.cwk-bar {
  display: flex;
  flex: none;
  align-items: center;
  gap: 4px;
  padding-inline: 12px 4px;
  border-block-end: 1px solid var(--cwk-line);
}
.cwk-bar-note { flex: none; margin: 0; color: var(--cwk-slow); font-size: var(--cwk-small); line-height: 1.5; }
.cwk-bar-note:not(:empty) { padding: 6px 16px; border-block-end: 1px solid var(--cwk-line); overflow-wrap: anywhere; }
.cwk-filter {
  position: relative;
  display: flex;
  flex: 0 1 260px;
  align-items: center;
  min-inline-size: 160px;
  margin-block: 6px;
  border: 1px solid var(--cwk-edge);
  border-radius: 10px;
}
.cwk-filter:focus-within { flex-basis: 400px; border-color: var(--cwk-focus); box-shadow: 0 0 0 1px var(--cwk-focus); }
.cwk-filter > .cwk-icon { flex: none; inline-size: 16px; block-size: 16px; margin-inline: 10px 6px; }
.cwk-filter > .cwk-icon { color: var(--cwk-muted); }
.cwk-filter-box {
  flex: 1;
  min-inline-size: 0;
  min-block-size: 32px;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
}
.cwk-filter-box:focus-visible { outline: none; }
.cwk-filter-box::placeholder { color: var(--cwk-muted); opacity: 1; }
.cwk-filter .cwk-icon-button { margin-block: -6px; }
.cwk-chips {
  display: flex;
  flex: 1;
  align-items: center;
  min-inline-size: 0;
  padding-inline-end: 24px;
  overflow: auto hidden;
  scrollbar-width: none;
  mask-image: linear-gradient(to right, #000 calc(100% - 24px), transparent);
}
&:dir(rtl) .cwk-chips { mask-image: linear-gradient(to left, #000 calc(100% - 24px), transparent); }
.cwk-facet { display: flex; flex: none; }
.cwk-facet + .cwk-facet {
  margin-inline-start: 4px;
  padding-inline-start: 4px;
  border-inline-start: 1px solid var(--cwk-line);
}
.cwk-chip {
  display: inline-grid;
  flex: none;
  align-items: center;
  min-inline-size: 44px;
  min-block-size: 44px;
  max-inline-size: 100%;
  padding: 0 2px;
  border: 0;
  background: none;
}
.cwk-chip-face {
  display: flex;
  align-items: center;
  gap: 6px;
  block-size: 28px;
  padding: 0 10px;
  border: 1px solid var(--cwk-line);
  border-radius: 14px;
  font-size: var(--cwk-small);
  font-weight: 500;
  white-space: nowrap;
}
.cwk-chip:focus-visible { outline-offset: -2px; }
.cwk-chip:hover .cwk-chip-face { background: var(--cwk-hover); }
.cwk-chip[aria-pressed="true"] .cwk-chip-face {
  border-color: var(--cwk-accent);
  background: var(--cwk-tint);
  font-weight: 600;
}
.cwk-chip-face .cwk-icon { inline-size: 14px; block-size: 14px; }
.cwk-chip-text { max-inline-size: 24ch; overflow: hidden; text-overflow: ellipsis; }
.cwk-chip-text { color: var(--cwk-text); }
.cwk-chip-count { color: var(--cwk-muted); font-variant-numeric: tabular-nums; }
.cwk-bar-buttons { display: flex; flex: none; margin-inline-start: auto; }
.cwk-icon-button[aria-pressed="true"] { background: var(--cwk-tint); color: var(--cwk-text); }
.cwk-badge { font-size: var(--cwk-small); font-weight: 600; }
.cwk-icon-button .cwk-badge { margin-inline-start: -4px; }

.cwk-bar-folds { flex-wrap: wrap; padding-inline: 12px 0; }
.cwk-bar-folds .cwk-filter { flex: 1 1 0; min-inline-size: 96px; }
.cwk-bar-folds .cwk-chips {
  flex-basis: 100%;
  flex-wrap: wrap;
  order: 9;
  max-block-size: 180px;
  padding: 0 0 4px;
  overflow: hidden auto;
}
.cwk-bar-folds .cwk-chips, &:dir(rtl) .cwk-bar-folds .cwk-chips { mask-image: none; }
.cwk-bar-folds .cwk-turn-chip { order: 8; justify-self: start; }
.cwk-bar-folds .cwk-facet { flex-wrap: wrap; inline-size: 100%; margin: 0; padding: 0; border: 0; }

.cwk-turn-calls {
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-inline-size: 44px;
  min-block-size: 44px;
  margin-block: -8px;
  padding: 0 4px;
  border: 0;
  background: none;
  font-size: var(--cwk-small);
  font-weight: 500;
}
.cwk-turn-calls { color: var(--cwk-muted); }
.cwk-turn-calls:hover { color: var(--cwk-text); }
.cwk-turn-calls .cwk-icon { inline-size: 14px; block-size: 14px; }
.cwk-message:focus-visible .cwk-bubble { outline: 2px solid var(--cwk-focus); outline-offset: 2px; }
@media (forced-colors: active) { .cwk-chip[aria-pressed="true"] .cwk-chip-face { border: 2px solid Highlight; } }
`;
