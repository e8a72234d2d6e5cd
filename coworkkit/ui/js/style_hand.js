// The Hand switch, and the frame and pill that stay on the page while it is on.

export const handStyle = `
.cwk-hand { flex: 1 0 100%; padding-block-end: 10px; }
.cwk-switch {
  display: flex;
  align-items: center;
  gap: 8px;
  min-block-size: 44px;
  margin-inline-start: -8px;
  padding: 0 8px;
  border: 0;
  border-radius: 10px;
  background: transparent;
  font-weight: 600;
}
.cwk-switch:hover { background: var(--cwk-hover); }
.cwk-switch-track {
  flex: none;
  inline-size: 40px;
  block-size: 24px;
  padding: 3px;
  border: 1px solid var(--cwk-edge);
  border-radius: 12px;
  background: var(--cwk-sunken);
  transition: background 120ms;
}
.cwk-switch-knob {
  display: block;
  inline-size: 16px;
  block-size: 16px;
  border-radius: 50%;
  background: var(--cwk-edge);
  transition: transform 120ms ease-out;
}
.cwk-is-on .cwk-switch-track { border-color: var(--cwk-hand); background: var(--cwk-hand); }
.cwk-is-on .cwk-switch-knob { background: var(--cwk-on-hand); transform: translateX(16px); }
&:dir(rtl) .cwk-is-on .cwk-switch-knob { transform: translateX(-16px); }
.cwk-is-busy .cwk-switch-track { opacity: 0.55; }
.cwk-switch-state { color: var(--cwk-muted); font-weight: 500; }
.cwk-is-on .cwk-switch-state { color: var(--cwk-hand); font-weight: 600; }
.cwk-hand-line { padding-inline-end: 12px; color: var(--cwk-muted); font-size: var(--cwk-small); line-height: 1.4; }

.cwk-frame {
  position: fixed;
  z-index: 7400;
  inset: 0;
  border: 3px solid var(--cwk-hand);
  pointer-events: none;
}
.cwk-sign {
  position: fixed;
  z-index: 7500;
  inset-block-end: calc(80px + env(safe-area-inset-bottom, 0px)); /* over nothing that an app keeps at the top */
  inset-inline: 0;
  display: flex;
  justify-content: center;
  padding-inline: 8px;
  pointer-events: none;
}
&.cwk-watch-open .cwk-sign { inset-block-end: calc(var(--cwk-dock) + 76px); }
@media (max-width: 720px) {
  &.cwk-watch-open .cwk-sign { inset-block-end: calc(16px + env(safe-area-inset-bottom, 0px)); }
  &.cwk-panel-open .cwk-sign { inset-block: env(safe-area-inset-top, 0px) auto; }
}
.cwk-pill {
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-block-size: 44px;
  max-inline-size: 100%;
  padding: 0 16px 0 12px;
  border: 0;
  border-radius: 22px;
  background: var(--cwk-hand);
  box-shadow: var(--cwk-shadow);
  font-weight: 500;
  pointer-events: auto;
}
.cwk-pill { color: var(--cwk-on-hand); }
.cwk-pill:focus-visible { outline-color: var(--cwk-on-hand); outline-offset: -5px; }
.cwk-pill-action {
  padding-inline-start: 8px;
  border-inline-start: 1px solid currentColor;
  font-weight: 700;
  text-decoration: underline;
  text-underline-offset: 3px;
}
.cwk-pill-quiet {
  padding-block: 8px;
  padding-inline: 12px 16px;
  border: 1px solid var(--cwk-line);
  border-radius: 14px;
  background: var(--cwk-surface);
  pointer-events: none;
}
.cwk-pill-quiet { color: var(--cwk-text); }
.cwk-pill-quiet .cwk-icon { color: var(--cwk-muted); }
@media (forced-colors: active) {
  .cwk-frame { border-color: Highlight; }
  .cwk-pill { border: 3px solid Highlight; }
  .cwk-switch-knob { background: ButtonText; }
  .cwk-is-on .cwk-switch-track { background: Highlight; }
}
`;
