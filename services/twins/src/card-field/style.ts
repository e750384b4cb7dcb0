import { styleTokens } from './style-tokens.ts';

/** The page's style sheet. Logical properties only, so that it mirrors for right-to-left languages. */
export function fieldStyle(tokens: ReadonlyMap<string, string>, font: { family: string; url: string } | null): string {
  const values = Object.entries(styleTokens).map(([name, { usual }]) => `--${name}:${tokens.get(name) ?? usual}`);
  const face = font
    ? `@font-face{font-family:"${font.family}";src:url("${font.url}");font-display:swap;font-weight:100 900}`
    : '';
  return `${face}:root{${values.join(';')};color-scheme:${tokens.get('scheme') ?? 'light'}}${rules}`;
}

const rules = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;padding:5px;background:var(--page);color:var(--text);font:400 var(--size)/1.5 var(--font),system-ui,sans-serif}
form{display:grid;grid-template-columns:1fr 1fr;gap:var(--gap);margin:0}
.whole{grid-column:1/-1}
label{display:block;margin-block-end:6px;color:var(--label);font-size:var(--label-size);font-weight:var(--label-weight);line-height:1.4}
.box{position:relative;display:flex;align-items:center}
input,select{appearance:none;width:100%;min-width:0;height:var(--height);margin:0;padding:0 var(--padding);border:1px solid var(--outline);
border-radius:var(--radius);background:var(--field);color:var(--text);font:inherit;font-variant-numeric:tabular-nums lining-nums;
transition:border-color 120ms,box-shadow 120ms,background-color 120ms}
select{padding-inline-end:calc(var(--padding) + 24px);text-overflow:ellipsis}
#number{padding-inline-end:calc(var(--padding) + 48px)}
#cvv{padding-inline-end:calc(var(--padding) + 28px)}
#number,#cvv{direction:ltr;text-align:start}
[dir=rtl] #number,[dir=rtl] #cvv{text-align:end;padding-inline:var(--padding)}
[dir=rtl] #number{padding-left:calc(var(--padding) + 48px)}
[dir=rtl] #cvv{padding-left:calc(var(--padding) + 28px)}
input:focus,select:focus{outline:2px solid var(--accent);outline-offset:-1px;border-color:var(--accent);
box-shadow:0 0 0 4px color-mix(in srgb,var(--accent) 22%,transparent)}
[aria-invalid=true]{border-color:var(--error);background:var(--error-field)}
[aria-invalid=true]:focus{outline-color:var(--error);border-color:var(--error);box-shadow:0 0 0 4px color-mix(in srgb,var(--error) 22%,transparent)}
.mark{position:absolute;inset-inline-end:calc(var(--padding) - 2px);display:flex;color:var(--secondary);pointer-events:none}
#brand svg{display:block;width:40px;height:26px}
.problem{display:flex;gap:6px;align-items:flex-start;margin:6px 0 0;color:var(--error);font-size:var(--label-size);font-weight:550;line-height:1.4}
.problem:empty{display:none}
.problem svg{flex:none;margin-block-start:2px}
.problem:not(:empty){animation:open 120ms ease-out}
@keyframes open{from{opacity:0;transform:translateY(-2px)}}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[aria-busy=true] input,[aria-busy=true] select{opacity:.72}
@media (min-width:520px){form{grid-template-columns:1fr 1fr 1fr}.cvv{grid-column:auto}}
@media (max-width:519px){.cvv{grid-column:1/-1}}
@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}
@media (forced-colors:active){input:focus,select:focus{outline:2px solid Highlight}}
`;
