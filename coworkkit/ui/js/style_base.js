// Colours, type and the small parts. The rules are in no cascade layer, so they win over Quasar's and Tailwind's.

export const tokens = `
.cwk-root {
  --cwk-surface: #ffffff;
  --cwk-sunken: #f4f5f7;
  --cwk-hover: #e9ebef;
  --cwk-line: #dfe2e7;
  --cwk-edge: #868e99;
  --cwk-text: #1b1f24;
  --cwk-muted: #57606b;
  --cwk-strong: #1b1f24;
  --cwk-on-strong: #ffffff;
  --cwk-focus: #1558d6;
  --cwk-problem: #b3261e;
  --cwk-good: #17692f;
  --cwk-slow: #7d4e00;
  --cwk-calm: #6f3fa8;
  --cwk-plain: #1f5aa8;
  --cwk-hand: #b34700;
  --cwk-on-hand: #ffffff;
  --cwk-accent: var(--q-primary, #3367d6);
  --cwk-tint: color-mix(in srgb, var(--cwk-accent) 13%, var(--cwk-surface));
  --cwk-ink: #ffffff;
  --cwk-bad: var(--q-negative, #b3261e);
  --cwk-on-bad: #ffffff;
  --cwk-shadow: 0 1px 2px rgb(16 21 28 / 0.08), 0 8px 28px rgb(16 21 28 / 0.14);
  --cwk-small: 0.75rem;
  --cwk-body: 0.875rem;
  --cwk-large: 1rem;
  --cwk-dock: min(52vh, 480px);
  --cwk-sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --cwk-mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  color-scheme: light;
}
body.body--dark .cwk-root {
  --cwk-surface: #1d2025;
  --cwk-sunken: #15171b;
  --cwk-hover: #2c3138;
  --cwk-line: #363c45;
  --cwk-edge: #7f8894;
  --cwk-text: #eceef2;
  --cwk-muted: #a9b1bc;
  --cwk-strong: #eceef2;
  --cwk-on-strong: #15171b;
  --cwk-focus: #8ab8ff;
  --cwk-problem: #ff9a92;
  --cwk-good: #6fd58c;
  --cwk-slow: #f0bd5c;
  --cwk-calm: #cdaef7;
  --cwk-plain: #92c1ff;
  --cwk-hand: #ffa45c;
  --cwk-on-hand: #1d1206;
  --cwk-tint: color-mix(in srgb, var(--cwk-accent) 22%, var(--cwk-surface));
  --cwk-shadow: 0 0 0 1px rgb(255 255 255 / 0.06), 0 12px 32px rgb(0 0 0 / 0.5);
  color-scheme: dark;
}
@keyframes cwk-rise { from { opacity: 0; transform: translateY(8px); } }
@keyframes cwk-turn { to { transform: rotate(1turn); } }
@keyframes cwk-blink { 0%, 60%, 100% { opacity: 0.25; } 30% { opacity: 1; } }
@media (prefers-reduced-motion: reduce) {
  .cwk-root, .cwk-root * {
    animation-duration: 0.01ms !important;
    animation-iteration-count: 1 !important;
    transition: none !important;
  }
}
@media print { .cwk-root { display: none; } }
`;

export const baseStyle = `
&, & * { box-sizing: border-box; }
& {
  font: 400 var(--cwk-body)/1.5 var(--cwk-sans);
  color: var(--cwk-text);
  letter-spacing: normal;
  text-align: start;
  -webkit-font-smoothing: antialiased;
}
p, h2, h3, h4, blockquote, ol, hr, dl, dt, dd, pre, ul, li, table, th, td {
  margin: 0;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  letter-spacing: normal;
  text-transform: none;
  text-indent: 0;
}
ul, ol { list-style: none; }
button, input, select, textarea {
  min-block-size: 0;
  margin: 0;
  padding: 0;
  color: inherit;
  font: inherit;
  letter-spacing: normal;
  text-indent: 0;
  text-transform: none;
}
button {
  cursor: pointer;
  -webkit-tap-highlight-color: transparent;
  touch-action: manipulation;
}
& :focus { outline: none; }
& :focus-visible { outline: 2px solid var(--cwk-focus); outline-offset: 2px; }
& [tabindex="-1"]:focus-visible { outline: none; }

.cwk-icon { display: block; flex: none; inline-size: 20px; block-size: 20px; }
.cwk-icon-line { stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.cwk-text { unicode-bidi: isolate; }
.cwk-mark {
  margin-inline: 1px;
  padding: 0 4px;
  border: 1px solid var(--cwk-edge);
  border-radius: 4px;
  background: var(--cwk-sunken);
  color: var(--cwk-text);
  font: 600 0.85em/1.3 var(--cwk-mono);
  unicode-bidi: isolate;
  direction: ltr;
  white-space: nowrap;
}
.cwk-muted { color: var(--cwk-muted); }
.cwk-hidden {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.cwk-icon-button, .cwk-quiet {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-block-size: 44px;
  min-inline-size: 44px;
  padding: 0;
  border: 0;
  border-radius: 10px;
  background: transparent;
}
.cwk-icon-button, .cwk-quiet { color: var(--cwk-muted); }
.cwk-quiet { padding-inline: 12px; font-weight: 500; }
.cwk-icon-button:hover, .cwk-quiet:hover { background: var(--cwk-hover); color: var(--cwk-text); }
.cwk-quiet[aria-expanded="true"] { background: var(--cwk-hover); color: var(--cwk-text); }
&:dir(rtl) .cwk-record-head .cwk-icon-button:first-child .cwk-icon { transform: scaleX(-1); }

.cwk-empty {
  display: grid;
  justify-items: center;
  align-content: center;
  gap: 4px;
  max-inline-size: 44ch;
  margin: auto;
  padding: 24px;
  color: var(--cwk-muted);
  text-align: center;
  text-wrap: balance;
}
.cwk-empty .cwk-icon { inline-size: 32px; block-size: 32px; margin-block-end: 8px; opacity: 0.7; }
.cwk-empty-title { color: var(--cwk-text); font-size: var(--cwk-large); font-weight: 600; }
`;
