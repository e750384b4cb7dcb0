import type { ServerResponse } from 'node:http';
import { testCards } from './test-cards.ts';

/** What stands at `/`: a person who opens the address reads what it is and which cards it knows. */
export function sendAboutPage(response: ServerResponse): void {
  const rows = Object.entries(testCards).map(
    ([number, fate]) =>
      `<tr><td><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code></td><td>${fate.replaceAll('-', ' ')}</td></tr>`,
  );
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Card sandbox</title>
<style>body{font:16px/1.55 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1.5rem;color:#1d1d1b;background:#fafaf8}table{border-collapse:collapse}
td,th{text-align:start;padding:.35rem 1.5rem .35rem 0;border-bottom:1px solid #ddd}code{white-space:nowrap}@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}td,th{border-color:#333}}</style>
<main><h1>Card sandbox</h1>
<p>This is a stand-in for a card provider. It takes no money, knows no real card and does not run in production. The sites on this machine charge their cards here; their servers reach it under <code>/v1</code>, with a key.</p>
<h2>Test cards</h2><p>Any date to come and any security code. Every other number is declined.</p>
<table><tr><th>Number</th><th>What happens</th></tr>${rows.join('')}</table></main></html>`);
}
