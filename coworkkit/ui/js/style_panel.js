// The floating button, the panel, what stands in its head and what stands above its box.

export const panelStyle = `
.cwk-fab {
  position: fixed;
  z-index: 7000;
  inset-block-end: calc(24px + env(safe-area-inset-bottom, 0px));
  inset-inline-end: calc(24px + env(safe-area-inset-right, 0px));
  display: grid;
  place-items: center;
  inline-size: 56px;
  block-size: 56px;
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: var(--cwk-accent);
  box-shadow: var(--cwk-shadow);
  transition: transform 120ms ease-out;
}
.cwk-fab { color: var(--cwk-ink); }
.cwk-fab:hover { transform: translateY(-1px); }
.cwk-fab:active { transform: none; }
.cwk-fab .cwk-icon { inline-size: 26px; block-size: 26px; }
.cwk-unread {
  position: absolute;
  inset-block-start: -4px;
  inset-inline-end: -4px;
  min-inline-size: 24px;
  block-size: 24px;
  padding: 0 5px;
  border: 2px solid var(--cwk-surface);
  border-radius: 12px;
  background: var(--cwk-bad);
  font: 700 var(--cwk-small)/20px var(--cwk-sans);
  text-align: center;
}
.cwk-unread { color: var(--cwk-on-bad); }

.cwk-panel {
  position: fixed;
  z-index: 7000;
  inset-block-end: var(--cwk-panel-bottom, calc(96px + env(safe-area-inset-bottom, 0px)));
  inset-inline-end: var(--cwk-panel-end, calc(24px + env(safe-area-inset-right, 0px)));
  display: flex;
  flex-direction: column;
  inline-size: var(--cwk-panel-width, min(400px, calc(100vw - 48px)));
  block-size: var(--cwk-panel-height, min(640px, calc(100dvh - 120px)));
  overflow: hidden;
  border: 1px solid var(--cwk-line);
  border-radius: 16px;
  background: var(--cwk-surface);
  box-shadow: var(--cwk-shadow);
  animation: cwk-rise 140ms ease-out;
}
/* Docked, it is a column of the page, which makes room for it: see room.js. */
&.cwk-panel-docked .cwk-panel {
  inset-block: 0;
  inset-inline-end: 0;
  inline-size: 400px;
  block-size: 100dvh;
  border-width: 0;
  border-inline-start-width: 1px;
  border-radius: 0;
  box-shadow: none;
  animation: none;
}
&.cwk-panel-docked .cwk-fab { display: none; }
.cwk-panel-head {
  display: flex;
  flex-wrap: wrap;
  flex: none;
  align-items: center;
  gap: 0 4px;
  padding-block: 4px 0;
  padding-inline: 16px 4px;
  border-block-end: 1px solid var(--cwk-line);
}
.cwk-edge { position: absolute; z-index: 1; touch-action: none; }
.cwk-edge-start, .cwk-edge-end { inset-block: 0; inline-size: 6px; cursor: ew-resize; }
.cwk-edge-start { inset-inline-start: 0; }
.cwk-edge-end { inset-inline-end: 0; }
.cwk-edge-top, .cwk-edge-bottom { inset-inline: 0; block-size: 6px; cursor: ns-resize; }
.cwk-edge-top { inset-block-start: 0; }
.cwk-edge-bottom { inset-block-end: 0; }
.cwk-edge-corner { inset-block-start: 0; inset-inline-start: 0; inline-size: 16px; block-size: 16px; cursor: nwse-resize; }
&:dir(rtl) .cwk-edge-corner { cursor: nesw-resize; }
@media (min-width: 480.1px) and (min-height: 480.1px) {
  .cwk-panel-head { cursor: move; touch-action: none; user-select: none; }
  .cwk-panel-head button { cursor: pointer; }
}
.cwk-panel-title {
  flex: 1;
  min-inline-size: 0;
  overflow: hidden;
  font-size: var(--cwk-large);
  font-weight: 600;
  line-height: 1.5;
  text-overflow: ellipsis;
  white-space: nowrap;
}

.cwk-hint-bar {
  position: fixed;
  z-index: 6800;
  inset-block-end: calc(16px + env(safe-area-inset-bottom, 0px));
  inset-inline: 144px 104px;
  display: flex;
  align-items: center;
  gap: 8px;
  inline-size: fit-content;
  max-inline-size: calc(100vw - 248px);
  min-block-size: 44px;
  padding-inline: 12px 0;
  border: 1px dashed var(--cwk-edge);
  border-radius: 12px;
  background: var(--cwk-surface);
  box-shadow: var(--cwk-shadow);
  line-height: 1.35;
}
.cwk-hint-bar > .cwk-icon { color: var(--cwk-muted); }
.cwk-hint-bar p { flex: 1; min-inline-size: 0; padding-block: 8px; overflow-wrap: anywhere; }
&.cwk-watch-open .cwk-hint-bar { inset-block-end: calc(var(--cwk-dock) + 16px); inset-inline-start: 16px; }
&.cwk-panel-open .cwk-hint-bar { max-inline-size: calc(100vw - 600px); }
@media (max-width: 999.9px) {
  &.cwk-panel-open .cwk-hint-bar { display: none; }
}
@media (max-width: 720px) {
  .cwk-hint-bar { display: none; } /* there is no room for it, and nobody builds on a phone */
}

.cwk-doing {
  display: flex;
  flex: none;
  align-items: center;
  gap: 8px;
  min-block-size: 0;
  padding-inline: 16px 8px;
}
.cwk-doing.cwk-is-busy {
  min-block-size: 44px;
  border-block-start: 1px solid var(--cwk-line);
  background: var(--cwk-sunken);
}
.cwk-doing-text { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; line-height: 1.3; }
.cwk-waits-for-you .cwk-doing-text { font-weight: 600; }
.cwk-spinner {
  flex: none;
  inline-size: 14px;
  block-size: 14px;
  border: 2px solid var(--cwk-line);
  border-block-start-color: var(--cwk-muted);
  border-radius: 50%;
  animation: cwk-turn 900ms linear infinite;
}
.cwk-waits-for-you .cwk-spinner { border-color: var(--cwk-hand); background: var(--cwk-hand); animation: none; }
.cwk-stop {
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-block-size: 44px;
  padding-inline: 8px 12px;
  border: 0;
  border-radius: 10px;
  background: transparent;
  font-weight: 600;
}
.cwk-stop:hover { background: var(--cwk-hover); }
.cwk-stop .cwk-icon { color: var(--cwk-problem); }
.cwk-offline {
  display: flex;
  flex: none;
  align-items: center;
  gap: 8px;
  padding: 8px 16px;
  border-block-start: 1px solid var(--cwk-line);
  background: var(--cwk-sunken);
  font-size: var(--cwk-small);
}

.cwk-blocked {
  padding: 8px 16px;
  border-block-start: 1px solid var(--cwk-line);
  background: var(--cwk-sunken);
  font-size: var(--cwk-small);
}
.cwk-blocked-title { display: flex; align-items: center; gap: 8px; margin: 0; font-size: inherit; font-weight: 600; }
.cwk-lift {
  min-block-size: 44px; padding: 0 12px; border: 1px solid var(--cwk-line); border-radius: 8px;
  background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer;
}
.cwk-lift:hover { background: var(--cwk-hover); }
.cwk-blocked ul { margin: 0; padding: 0; list-style: none; }
.cwk-blocked li { display: flex; align-items: center; justify-content: space-between; gap: 8px; overflow-wrap: anywhere; }

/* Beside an open panel Watch leaves its column free; where there is no room for both, the panel lies over it. */
&.cwk-watch-open:not(.cwk-panel-open) .cwk-fab { inset-block-end: calc(var(--cwk-dock) + 16px); }
/* A panel that the person has moved is wherever they want it, also over Watch, which then takes its whole width. */
&.cwk-watch-open.cwk-panel-placed .cwk-fab { display: none; }
&.cwk-panel-placed.cwk-panel-open .cwk-watch { inset-inline-end: 0; border-inline-end: 0; border-radius: 0; }
@media (max-width: 999.9px) {
  &.cwk-watch-open.cwk-panel-open .cwk-fab { display: none; }
}
@media (min-width: 480.1px) and (max-width: 999.9px) and (min-height: 480.1px) {
  &.cwk-watch-open .cwk-panel { inset-block-end: 16px; block-size: min(640px, calc(100dvh - 80px)); }
}

@media (max-width: 480px), (max-height: 480px) {
  .cwk-fab {
    inset-block-end: calc(16px + env(safe-area-inset-bottom, 0px));
    inset-inline-end: calc(16px + env(safe-area-inset-right, 0px));
  }
  &.cwk-panel-open .cwk-fab, .cwk-size, .cwk-edge { display: none; }
  .cwk-panel {
    inset: var(--cwk-view-top, 0px) 0 auto 0;
    inline-size: 100%;
    block-size: var(--cwk-view-height, 100dvh);
    padding-block: env(safe-area-inset-top, 0px) env(safe-area-inset-bottom, 0px);
    padding-inline: env(safe-area-inset-left, 0px) env(safe-area-inset-right, 0px);
    border: 0;
    border-radius: 0;
  }
  /* The way out of Hand mode stays above the panel and covers none of its buttons. */
  &.cwk-armed .cwk-panel { padding-block-start: calc(52px + env(safe-area-inset-top, 0px)); }
}
@media (forced-colors: active) {
  .cwk-fab, .cwk-send { border: 2px solid ButtonText; color: ButtonText; background: ButtonFace; }
  .cwk-unread { background: Highlight; }
}
`;
