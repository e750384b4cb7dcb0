import { textOf } from '../texts/texts.ts';

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param width `wide` for tables */
export const frame = (
  title: string,
  body: string,
  width: 'narrow' | 'wide' = 'narrow',
): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>
<style>body{font:16px/1.55 system-ui,sans-serif;max-width:${width === 'wide' ? '72rem' : '44rem'};margin:${width === 'wide' ? '3rem' : '12vh'} auto;padding:0 1.5rem;color:#1d1d1b;background:#fafaf8}
h1{font-size:1.6rem}a{color:#0b56c4}table{border-collapse:collapse;width:100%}td,th{text-align:start;padding:.5rem .75rem .5rem 0;border-bottom:1px solid #ddd;vertical-align:top}
h2{font-size:1.1rem;margin:2rem 0 .5rem}.table{overflow-x:auto}td a{overflow-wrap:anywhere}@media(max-width:40rem){td a{overflow-wrap:normal;white-space:nowrap}body{padding:0 1rem}}form{margin:0}button{font:inherit;padding:.2rem .7rem}[data-state=false]{color:#b3261e;font-weight:600}
@media(prefers-color-scheme:dark){[data-state=false]{color:#ff8a80}body{color:#eee;background:#161616}a{color:#8bb8ff}td,th{border-color:#333}}</style>
<main>${body}</main></html>`;

/** Of these pages: their own style and nothing else. */
export const neutralHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** In place of a site's page that could not be drawn. */
export const neutralFault = (language: string, status: number): string =>
  frame(String(status), `<h1>${status}</h1><p>${escapeHtml(textOf(language, 'internal-error'))}</p>`);

/** For hosts that belong to nobody here: names no site and no product. */
export const neutralNotFound = (language: string): string =>
  frame('404', `<h1>404</h1><p>${escapeHtml(textOf(language, 'not-found-text'))}</p>`);
