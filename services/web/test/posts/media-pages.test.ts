import { describe, expect, it, vi } from 'vitest';
import { bootstrapOf, person } from '../testing/fixture.ts';
import { closed, film, media, post } from '../testing/post-fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');

const site = 'abcdefghijkl';
const member = person({ ccbillSubscriptionStatus: '2' });
const list = (key: readonly unknown[], page: unknown) => ({ key, data: { pages: [page], pageParams: [null] } });
const from = (id: string) => ({ _id: id, title: 'Kiln 41', date: '2026-11-20T10:00:00.000Z', purchased: false });

describe('/gallery', () => {
  const page = async (
    items: readonly unknown[],
    viewer: ReturnType<typeof person> | null = member,
    settings = {},
  ): Promise<string> =>
    (
      await render(
        bootstrapOf({
          path: '/gallery',
          viewer,
          settings,
          queries: [list([site, 'gallery', 'all'], { items, next: null })],
        }),
      )
    ).html;

  it('shows every picture and film that is open, in its own shape', async () => {
    const html = await page([
      { media: media(), post: from('01900000-0000-7000-8000-0000000000a1') },
      { media: film({ duration: 42 }), post: from('01900000-0000-7000-8000-0000000000a2') },
    ]);
    expect(html.match(/class="media-tile"/g)).toHaveLength(2);
    expect(html).toContain('aspect-ratio:1.333');
    expect(html).toContain('Video, 42 seconds');
    expect(html).toMatch(/<h1[^>]*>Gallery<\/h1>.*All.*Images.*Videos/);
  });

  it('leads from what is closed to its post, without an address of the picture', async () => {
    const html = await page([{ media: media({ ...closed }), post: from('01900000-0000-7000-8000-0000000000a1') }]);
    expect(html).toMatch(/<a[^>]*aria-label="Locked content"[^>]*href="\/feed\/01900000-0000-7000-8000-0000000000a1"/);
    expect(html).not.toContain('sharp.jpg');
  });

  it('says that there is nothing yet', async () => {
    expect(await page([], null)).toContain('Photos and videos you can see will appear here.');
  });

  it('NAV-01 is in the menu where the site put it', async () => {
    expect(await page([])).not.toMatch(/<a[^>]*href="\/gallery"/);
    expect(await page([], member, { 'menu_settings.subscriber': ['feed', 'gallery'] })).toMatch(
      /<a[^>]*href="\/gallery"[^>]*>Gallery/,
    );
  });
});

describe('/purchased-contents', () => {
  const content = (over: Partial<ReturnType<typeof post>> = {}) => ({
    purchased_at: '2026-11-12T09:00:00.000Z',
    amount: 12,
    currency: 'USD',
    post: post({ purchased: true, visibility: 'locked', ...over }),
  });
  const page = async (
    contents: readonly unknown[],
    path = '/purchased-contents',
    viewer = member,
    user: { _id: string; name: string } | null = null,
  ): Promise<string> =>
    (
      await render(
        bootstrapOf({
          path,
          viewer,
          queries: [
            list([site, 'purchases', path.split('/')[2] ?? 'own'], {
              contents,
              totalRows: contents.length,
              next: null,
              user,
            }),
          ],
        }),
      )
    ).html;

  it('SUB-51 lists what was bought, with the day and the price', async () => {
    const html = await page([content(), content({ description: 'Oil spot, finally.' })]);
    expect(html).toMatch(/<h1[^>]*>Purchases<\/h1>.*2 posts/);
    expect(html).toMatch(/Oil spot, finally\..*Bought Nov 12, 2026.*\$12\.00/);
  });

  it('says that nothing was bought, and where there is something', async () => {
    const html = await page([]);
    expect(html).toContain('Your purchases will appear here.');
    expect(html).toContain('Go to the feed');
  });

  it('shows staff what one fan bought', async () => {
    const id = '01900000-0000-7000-8000-0000000000b1';
    expect(
      await page([content()], `/purchased-contents/${id}`, person({ role: 'model', isAdmin: true }), {
        _id: id,
        name: 'Asta H.',
      }),
    ).toContain('Purchases of Asta H.');
  });
});
