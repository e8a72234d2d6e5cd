// The agent's view, and the facts of the session beside it.

export const agentStyle = `
.cwk-agent-view {
  display: flex;
  flex-wrap: wrap;
  gap: 16px 32px;
  block-size: 100%;
  padding: 8px 16px 16px;
  overflow: auto;
  scrollbar-width: thin;
}
.cwk-session { flex: 1 1 300px; align-self: flex-start; max-inline-size: 100%; }
@container (min-width: 900px) { .cwk-session { position: sticky; inset-block-start: 0; } }
.cwk-session .cwk-facts { margin-block-start: 4px; }
.cwk-told { flex: 999 1 480px; min-inline-size: min(100%, 280px); }
.cwk-told-head { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.cwk-told-head p { flex: 1 0 auto; max-inline-size: 100%; font-variant-numeric: tabular-nums; }
.cwk-told-title { padding-block: 12px 4px; color: var(--cwk-muted); font-size: var(--cwk-small); font-weight: 600; }
.cwk-told-item { padding-block: 8px; border-block-start: 1px solid var(--cwk-line); }
.cwk-told-name { font-weight: 600; overflow-wrap: anywhere; }
.cwk-tool .cwk-tag { margin-inline-start: 12px; vertical-align: bottom; }
.cwk-tool-text { display: block; color: var(--cwk-muted); font-size: var(--cwk-small); overflow-wrap: anywhere; }
.cwk-tool .cwk-json { margin-block-end: 12px; }
`;
