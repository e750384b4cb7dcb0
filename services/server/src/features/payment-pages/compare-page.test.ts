import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { comparePage, filesOf } from './compare-page.ts';

const inventory = {
  files: [
    { address: '/assets/fan-1.js', integrity: 'sha256-fan', reason: '' },
    { address: '/assets/fan-1.css', integrity: 'sha256-css', reason: '' },
  ],
  inline: ["scheme('dark')", `first(JSON.parse(""))`].map((text) => ({
    integrity: `sha256-${createHash('sha256').update(text).digest('base64')}`,
    reason: '',
  })),
};
const policy = `default-src 'none'; script-src 'self' 'nonce-n1' https://www.googletagmanager.com; object-src 'none';
  base-uri 'none'; frame-ancestors 'none'`;
const allowed = ['https://www.googletagmanager.com'];
const html = `<!doctype html><link rel="icon" href="data:,"><style nonce="n1">a{}</style>
<script nonce="n1">scheme('dark')</script>
<script type="importmap" nonce="n1">{"integrity":{"/assets/fan-1.js":"sha256-fan"}}</script>
<script type="application/ld+json" nonce="n1">{"name":"Luna"}</script>
<script nonce="n1">first(JSON.parse("{\\"name\\":\\"Luna \\\\\\"1\\\\\\"\\"}"))</script>
<link rel="stylesheet" href="/assets/fan-1.css" integrity="sha256-css">
<script type="module" src="/assets/fan-1.js" integrity="sha256-fan"></script>`;
const compare = (more: { html?: string; policy?: string | null; allowed?: readonly string[] } = {}) =>
  comparePage({ html, policy, ...more }, inventory, more.allowed ?? allowed);

it('finds nothing in a page as it was built', () => {
  expect(compare()).toEqual([]);
  expect(compare({ html: html.replace('Luna \\', 'Mars \\') })).toEqual([]);
  expect(filesOf(html)).toEqual(['/assets/fan-1.css', '/assets/fan-1.js']);
});

it.each([
  ['no policy at all', { policy: null }, { problem: 'no-policy', what: '' }],
  [
    'a source of scripts that the site has not set up',
    { allowed: [] },
    { problem: 'policy-source', what: 'https://www.googletagmanager.com' },
  ],
  [
    'a policy that lets anything inline run',
    { policy: policy.replace("'nonce-n1'", "'nonce-n1' 'unsafe-inline'") },
    { problem: 'policy-source', what: "'unsafe-inline'" },
  ],
  [
    'a directive that takes another back',
    { policy: `${policy}; script-src-elem *` },
    { problem: 'policy-unknown', what: 'script-src-elem' },
  ],
  [
    'a second nonce',
    { policy: policy.replace("'nonce-n1'", "'nonce-n1' 'nonce-n2'") },
    { problem: 'policy-source', what: 'a second nonce' },
  ],
  [
    'a way to send a number anywhere',
    { policy: `${policy}; connect-src 'self' https:` },
    { problem: 'policy-source', what: 'connect-src https:' },
  ],
  [
    'a script whose real address another attribute hides',
    {
      html: `${html}<script data-src="/assets/fan-1.js" integrity="sha256-fan" src='https://evil.test/x.js'></script>`,
    },
    { problem: 'script-unknown', what: 'https://evil.test/x.js' },
  ],
  [
    'a policy that lost a part',
    { policy: policy.replace("base-uri 'none';", '') },
    { problem: 'policy-missing', what: "base-uri 'none'" },
  ],
  [
    'a script from elsewhere',
    { html: `${html}<script src="https://evil.test/x.js"></script>` },
    { problem: 'script-unknown', what: 'https://evil.test/x.js' },
  ],
  [
    'a script of the site that was not built',
    { html: `${html}<SCRIPT src="/assets/x.js"></SCRIPT>` },
    { problem: 'script-unknown', what: '/assets/x.js' },
  ],
  [
    'a script under another hash',
    { html: html.replace('sha256-fan', 'sha256-other') },
    { problem: 'script-hash', what: '/assets/fan-1.js' },
  ],
  [
    'a script without its hash',
    { html: html.replace(' integrity="sha256-fan"', '') },
    { problem: 'script-hash', what: '/assets/fan-1.js' },
  ],
  [
    'a script without the nonce of the policy',
    { html: `${html}<script>steal()</script>` },
    { problem: 'script-inline', what: 'script' },
  ],
  [
    'a script of the page that another one took the place of',
    { html: html.replace("scheme('dark')", 'steal()') },
    { problem: 'script-text', what: 'steal()' },
  ],
  [
    'a script of the page with more behind its data',
    { html: html.replace('"))</script>', '"),steal())</script>') },
    { problem: 'script-text', what: expect.stringContaining('first(') as string },
  ],
  [
    'an import map that has a script loaded from elsewhere',
    { html: html.replace('{"integrity"', '{"imports":{"./a.js":"https://evil.test/a.js"},"integrity"') },
    { problem: 'script-text', what: expect.stringContaining('{"imports"') as string },
  ],
  [
    'a style with another nonce',
    { html: html.replace('<style nonce="n1">', '<style nonce="n2">') },
    { problem: 'script-inline', what: 'style' },
  ],
])('finds %s', (_, more, difference) => {
  expect(compare(more)).toEqual([difference]);
});
