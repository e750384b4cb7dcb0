import { expect, it } from 'vitest';
import { cleanHtml } from '../../src/features/sites/clean-html.ts';

it.each([
  ['<p onclick="x()">a</p>', '<p>a</p>'],
  ['<script>alert(1)</script><b>b</b>', '<b>b</b>'],
  ['<a href="javascript:x()">c</a>', '<a>c</a>'],
  ['<img src=x onerror=x()>', '<img src="x" />'],
  ['<iframe src="https://a.test"></iframe>d', 'd'],
  ['<style>p{}</style><p style="color:red">e</p>', '<p>e</p>'],
  ['<svg><a xlink:href="javascript:x">f</a></svg>', '<a>f</a>'],
  ['<a href="//evil.test" target="_blank">g</a>', '<a target="_blank" rel="noopener noreferrer">g</a>'],
  ['<h2 id="refunds">Refunds</h2><p>14 days.</p>', '<h2>Refunds</h2><p>14 days.</p>'],
  ['<p id="bootstrap">{}</p>', '<p>{}</p>'],
  ['<img name="cookie" src="/a.png" /><a name="x" ID="root">h</a>', '<img src="/a.png" /><a>h</a>'],
  ['<form name="head"><input name="querySelector"></form>i', 'i'],
])('%s is shown as %s', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
});
