// The rows of the timeline and the record beside them. Row heights are the ones timeline.js counts with.

export const timelineStyle = `
.cwk-timeline { display: flex; block-size: 100%; }
.cwk-timeline-list { display: flex; flex: 1; flex-direction: column; min-inline-size: 0; }
.cwk-grid-frame { position: relative; flex: 1; min-block-size: 0; }
.cwk-grid {
  position: relative;
  block-size: 100%;
  overflow: hidden auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
}
.cwk-rows { position: relative; }
.cwk-row {
  display: grid;
  grid-template: "time action level gate outcome duration" 36px
    / 100px minmax(96px, 1.4fr) 84px 124px minmax(112px, 1fr) 72px;
  align-items: center;
  gap: 0 12px;
  padding-inline: 16px;
  border-block-end: 1px solid var(--cwk-line);
}
.cwk-rows .cwk-row { position: absolute; inset-inline: 0; block-size: 36px; cursor: pointer; }
.cwk-rows .cwk-row:hover { background: var(--cwk-sunken); }
.cwk-row.cwk-is-opened { background: var(--cwk-tint); }
.cwk-row.cwk-is-opened:hover { background: var(--cwk-tint); }
.cwk-row.cwk-is-active { box-shadow: inset 3px 0 var(--cwk-accent); }
&:dir(rtl) .cwk-row.cwk-is-active { box-shadow: inset -3px 0 var(--cwk-accent); }
.cwk-grid:focus-visible .cwk-is-active { outline: 2px solid var(--cwk-focus); outline-offset: -2px; }
.cwk-row-head {
  position: sticky;
  z-index: 1;
  inset-block-start: 0;
  grid-template-rows: 32px;
  background: var(--cwk-surface);
  color: var(--cwk-muted);
  font-size: var(--cwk-small);
  font-weight: 600;
}
.cwk-row > span { display: flex; align-items: center; min-inline-size: 0; white-space: nowrap; }
.cwk-cell-time { grid-area: time; }
.cwk-cell-action { grid-area: action; }
.cwk-cell-level { grid-area: level; }
.cwk-cell-gate { grid-area: gate; }
.cwk-cell-outcome { grid-area: outcome; }
.cwk-cell-duration { grid-area: duration; justify-content: flex-end; }
.cwk-rows .cwk-cell-time, .cwk-rows .cwk-cell-duration {
  color: var(--cwk-muted);
  font-size: var(--cwk-small);
  font-variant-numeric: tabular-nums;
}
.cwk-rows .cwk-cell-action { gap: 8px; font-weight: 600; }
.cwk-cell-action:has(.cwk-asked-by) > bdi { flex: none; max-inline-size: 100%; }
.cwk-asked-by { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
.cwk-asked-by { color: var(--cwk-muted); font-size: var(--cwk-small); font-weight: 400; }
.cwk-rows .cwk-row.cwk-is-heading { background: var(--cwk-sunken); }
.cwk-rows .cwk-row.cwk-is-standing { position: sticky; z-index: 1; inset-block-start: 32px; }
.cwk-folds .cwk-rows .cwk-row.cwk-is-standing { inset-block-start: 0; }
.cwk-cell-heading { grid-column: 1 / -1; grid-row: 1 / -1; gap: 8px; font-weight: 600; }
.cwk-cell-heading .cwk-icon { inline-size: 16px; block-size: 16px; }
.cwk-cell-heading .cwk-icon { color: var(--cwk-muted); }
.cwk-cell-heading .cwk-muted { flex: none; font-size: var(--cwk-small); font-weight: 400; }
.cwk-row bdi { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
.cwk-tag { line-height: 1.4; }

.cwk-tag {
  display: inline-flex;
  align-items: center;
  gap: 6px;
  max-inline-size: 100%;
  overflow: hidden;
  font-weight: 500;
  white-space: nowrap;
}
.cwk-tag .cwk-icon { inline-size: 16px; block-size: 16px; }
.cwk-tag .cwk-icon-line { stroke-width: 2; }
.cwk-level-none, .cwk-outcome-idle, .cwk-gate-none { color: var(--cwk-muted); }
.cwk-level-open .cwk-icon, .cwk-level-durable .cwk-icon { color: var(--cwk-muted); }
.cwk-level-soft .cwk-icon { color: var(--cwk-slow); }
.cwk-level-hard .cwk-icon { color: var(--cwk-problem); }
.cwk-gate-pending { color: var(--cwk-slow); }
.cwk-gate-fired { color: var(--cwk-plain); }
.cwk-gate-confirmed, .cwk-gate-submitted, .cwk-gate-committed, .cwk-outcome-ok { color: var(--cwk-good); }
.cwk-gate-cancelled { color: var(--cwk-calm); }
.cwk-gate-timeout, .cwk-gate-expired { color: var(--cwk-slow); }
.cwk-gate-replaced { color: var(--cwk-muted); }
.cwk-gate-needs_hand_mode { color: var(--cwk-hand); }
.cwk-gate-refused, .cwk-outcome-failed { color: var(--cwk-problem); }

.cwk-folds .cwk-row-head {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  padding: 0;
  overflow: hidden;
  clip-path: inset(50%);
}
.cwk-folds .cwk-rows .cwk-row {
  grid-template: "action action level time" 26px "gate outcome outcome duration" 24px / auto minmax(0, 1fr) auto auto;
  align-content: center;
  block-size: 60px;
}
.cwk-folds .cwk-cell-time { justify-content: flex-end; }
.cwk-folds .cwk-tag { font-size: var(--cwk-small); }

.cwk-empty-over { position: absolute; inset: 32px 0 0; pointer-events: none; }

.cwk-record {
  display: flex;
  flex: none;
  flex-direction: column;
  inline-size: clamp(300px, 42%, 480px);
  border-inline-start: 1px solid var(--cwk-line);
  background: var(--cwk-surface);
}
.cwk-record.cwk-covers { position: absolute; z-index: 2; inset: 0; inline-size: 100%; border: 0; }
.cwk-record-head {
  display: flex;
  flex: none;
  align-items: center;
  padding-inline-start: 16px;
  border-block-end: 1px solid var(--cwk-line);
}
.cwk-covers .cwk-record-head { padding-inline-start: 4px; }
.cwk-record-title {
  flex: 1;
  min-inline-size: 0;
  overflow: hidden;
  font-size: var(--cwk-body);
  font-weight: 600;
  line-height: 1.5;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.cwk-record-body { flex: 1; min-block-size: 0; padding: 12px 16px 16px; overflow: auto; scrollbar-width: thin; }
.cwk-record-buttons { display: flex; flex-wrap: wrap; gap: 8px; margin-block-end: 12px; }
.cwk-record-name, .cwk-facts dt {
  color: var(--cwk-muted);
  font-size: var(--cwk-small);
  font-weight: 600;
  line-height: 1.5;
}
.cwk-json {
  margin-block: 4px 0;
  padding: 8px 12px;
  border-radius: 8px;
  background: var(--cwk-sunken);
  font: 400 var(--cwk-small)/1.6 var(--cwk-mono);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
.cwk-facts { display: grid; grid-template-columns: minmax(88px, auto) minmax(0, 1fr); gap: 6px 16px; }
.cwk-facts { margin-block-start: 16px; }
.cwk-facts dt { padding-block-start: 2px; }
.cwk-facts dd { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (forced-colors: active) { .cwk-row.cwk-is-active { outline: 2px solid Highlight; outline-offset: -2px; } }
`;
