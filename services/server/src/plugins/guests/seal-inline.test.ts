import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sealInline } from './seal-inline.ts';

const nonce = 'q+1/2=abc';
const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('a page under a nonce becomes one under digests of what stands in it, and the nonce is nowhere', () => {
  const { html, scripts, styles } = sealInline(
    `<head><script nonce="${nonce}">first('${nonce}')</script><style nonce="${nonce}" data-looks>a>b{}</style>
<script type="importmap" nonce="${nonce}">{"integrity":{}}</script><script type="module" src="/a.js"></script>
<link nonce="${nonce}" rel="preload"></head>`,
    nonce,
  );

  expect(html).toBe(`<head><script>first('')</script><style data-looks>a>b{}</style>
<script type="importmap">{"integrity":{}}</script><script type="module" src="/a.js"></script>
<link rel="preload"></head>`);
  expect(scripts).toEqual([digest("first('')"), digest('{"integrity":{}}')]);
  expect(styles).toEqual([digest(''), digest('a>b{}')]);
});

it('a script that does not carry the nonce of the page gets no digest', () => {
  const { scripts } = sealInline(`<script>steal()</script><script nonce="other">steal()</script>`, nonce);
  expect(scripts).toEqual([]);
});
