// The row of the agent from outside, and the dialog with what that agent needs.

export const connectStyle = `
.cwk-connect {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 8px;
  padding: 4px 8px 4px 16px;
  border-block-end: 1px solid var(--cwk-line);
}
.cwk-connect .cwk-quiet { margin-inline-start: -12px; }
.cwk-connect-line { flex: 1 1 12em; color: var(--cwk-muted); font-size: var(--cwk-small); overflow-wrap: anywhere; }
.cwk-is-there .cwk-connect-line { color: var(--cwk-text); font-weight: 600; }
.cwk-pairing {
  inline-size: min(32rem, calc(100vw - 16px));
  max-block-size: calc(100dvh - 16px);
  margin: auto;
  padding: 20px;
  border: 1px solid var(--cwk-line);
  border-radius: 14px;
  background: var(--cwk-surface);
  color: var(--cwk-text);
  box-shadow: var(--cwk-shadow);
  overflow: auto;
}
.cwk-pairing::backdrop { background: rgb(16 21 28 / 0.45); }
.cwk-pairing h2 { margin-block-end: 8px; font-size: var(--cwk-large); font-weight: 600; line-height: 1.4; }
.cwk-pairing h2:focus { outline: none; }
.cwk-pairing dl { margin-block: 12px; }
.cwk-pairing dt { color: var(--cwk-muted); font-size: var(--cwk-small); }
.cwk-pairing dd { display: flex; align-items: center; gap: 8px; margin-block-end: 8px; }
.cwk-pairing code {
  flex: 1;
  min-inline-size: 0;
  padding: 8px 10px;
  border-radius: 8px;
  background: var(--cwk-sunken);
  font: 400 var(--cwk-small)/1.5 var(--cwk-mono);
  overflow-wrap: anywhere;
  user-select: all;
}
.cwk-pairing-careful { color: var(--cwk-muted); font-size: var(--cwk-small); }
.cwk-pairing-foot { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px; margin-block-start: 16px; }
.cwk-pairing-foot .cwk-quiet { margin-inline-start: -12px; }
.cwk-pairing-done {
  min-block-size: 44px;
  padding-inline: 20px;
  border: 0;
  border-radius: 10px;
  background: var(--cwk-strong);
  color: var(--cwk-on-strong);
  font-weight: 600;
}
`;
