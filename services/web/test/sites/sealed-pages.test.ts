import { expect, it, vi } from 'vitest';
import { inlineScripts } from '../../src/inline-scripts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({
  styles: {},
  manifest: {
    'src/entry-fan.tsx': {
      file: 'assets/fan-1.js',
      imports: ['_start.js'],
      css: ['assets/base-1.css'],
      integrity: { '/assets/fan-1.js': 'sha256-fan', '/assets/base-1.css': 'sha256-base' },
    },
    'src/entry-landing.ts': { file: 'assets/landing-1.js', integrity: { '/assets/landing-1.js': 'sha256-landing' } },
    'src/entry-studio.tsx': { file: 'assets/studio-1.js', integrity: { '/assets/studio-1.js': 'sha256-studio' } },
    '_start.js': { file: 'assets/start-1.js', integrity: { '/assets/start-1.js': 'sha256-start' } },
    '_order.js': { file: 'assets/order-1.js', integrity: { '/assets/order-1.js': 'sha256-order' } },
    'src/features/checkout/subscribe-page.tsx': {
      file: 'assets/subscribe-1.js',
      imports: ['_order.js'],
      integrity: { '/assets/subscribe-1.js': 'sha256-subscribe' },
    },
    'src/features/comments/comments.tsx': {
      file: 'assets/comments-1.js',
      integrity: { '/assets/comments-1.js': 'sha256-comments' },
    },
  },
}));
const { renderPage } = await import('../../src/entry-server.tsx');
const htmlOf = async (given: Parameters<typeof bootstrapOf>[0]) => (await renderPage(bootstrapOf(given))).html;

it('C18 a page names the hash of each script and style that it begins with', async () => {
  const html = await htmlOf({ path: '/faq' });
  expect(html).toContain('<script type="module" src="/assets/fan-1.js" integrity="sha256-fan"></script>');
  expect(html).toContain('<link rel="modulepreload" href="/assets/start-1.js" integrity="sha256-start">');
  expect(html).toContain('<link rel="stylesheet" href="/assets/base-1.css" integrity="sha256-base">');
});

it('C18 a page of a fan names those of all that an order needs later, before its first module', async () => {
  const html = await htmlOf({ path: '/faq', viewer: person() });
  const map = /<script type="importmap" nonce="[^"]+">(.*?)<\/script>/.exec(html);
  expect(JSON.parse(map![1]!)).toEqual({
    integrity: { '/assets/subscribe-1.js': 'sha256-subscribe', '/assets/order-1.js': 'sha256-order' },
  });
  expect(map!.index).toBeLessThan(html.indexOf('modulepreload'));
  const staff = person({ role: 'model', isAdmin: true });
  expect(await htmlOf({ path: '/admin', viewer: staff })).not.toContain('importmap');
});

it('C18 the landing names the hashes of what it loads when somebody reaches for something, and loads none of it before', async () => {
  const html = await htmlOf({ path: '/' });
  expect(html).toContain(
    '<script type="module" src="/assets/landing-1.js" integrity="sha256-landing" data-code="/assets/fan-1.js" data-modules="/assets/start-1.js" data-session="session-token"></script>',
  );
  expect(html).not.toContain('modulepreload');
  const map = /<script type="importmap" nonce="[^"]+">(.*?)<\/script>/.exec(html);
  expect(JSON.parse(map![1]!)).toMatchObject({
    integrity: {
      '/assets/fan-1.js': 'sha256-fan',
      '/assets/start-1.js': 'sha256-start',
      '/assets/order-1.js': 'sha256-order',
    },
  });
  expect(await htmlOf({ path: '/', viewer: person() })).not.toContain('landing-1.js');
  const preview = await renderPage({ ...bootstrapOf({ path: '/' }), isPreview: true });
  expect(preview.html).not.toContain('landing-1.js');
});

it('C18 a page writes out no script that the build does not list, whatever its data are', async () => {
  const listed = inlineScripts.map(({ text }) => text);
  for (const name of ['Luna', 'Mars "\\ </script> \u2028']) {
    const html = await htmlOf({ path: '/membership', site: { name } });
    const written = [...html.matchAll(/<script nonce="[^"]+">(.*?)<\/script>/gs)].map(([, text = '']) =>
      text.replace(/JSON\.parse\("(?:[^"\\]|\\.)*"\)/, 'JSON.parse("")'),
    );
    expect(written).toEqual(listed);
  }
});
