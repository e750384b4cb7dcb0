import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { bootstrapOf, person } from '../testing/fixture.ts';
import { feedOf, film, media, post } from '../testing/post-fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render, renderPage } = await import('../../src/entry-server.tsx');

type Given = NonNullable<Parameters<typeof bootstrapOf>[0]>;
const page = async (given: Given): Promise<string> => (await render(bootstrapOf({ path: '/faq', ...given }))).html;
const part = (html: string, tag: string, mark: string): string =>
  new RegExp(`<${tag}[^>]*class="${mark}[\\s\\S]*?</${tag}>`).exec(html)?.[0] ?? '';
const hrefs = (html: string): string[] => [...html.matchAll(/href="([^"]*)"/g)].map((found) => found[1] ?? '');
const top = async (given: Given) => part(await page(given), 'nav', 'navbar-items');
const bottom = async (given: Given) => part(await page(given), 'nav', 'bottom-bar');
const footer = async (given: Given) => part(await page(given), 'footer', 'footer');

const fan = person();
const member = person({ ccbillSubscriptionStatus: '2' });
const staff = (role: 'model' | 'admin' | 'support' | 'live_stream_manager') => person({ role, isAdmin: true });
const link = (label: string, url: string, newTab = false) => ({ label, url, newTab, isEnabled: true });

describe('the top bar', () => {
  it('NAV-01 has the entries that the site chose for each role', async () => {
    const settings = {
      'menu_settings.guest': ['gallery'],
      'menu_settings.user': ['feed'],
      'menu_settings.subscriber': ['feed', 'gallery'],
      'menu_settings.admin': ['gallery'],
      'menu_settings.super_admin': ['feed'],
    };
    expect(hrefs(await top({ settings }))).toEqual(['/gallery']);
    expect(hrefs(await top({ settings, viewer: fan }))).toEqual(['/', '/membership', '/profile']);
    expect(hrefs(await top({ settings, viewer: member }))).toEqual(['/', '/gallery', '/profile']);
    expect(hrefs(await top({ settings, viewer: staff('model') }))).toEqual(['/gallery', '/profile']);
    expect(hrefs(await top({ settings, viewer: staff('admin') }))).toEqual(['/', '/profile']);
  });

  it('NAV-01 leads to nothing that is still to be built, whatever was chosen', async () => {
    const settings = { 'menu_settings.subscriber': ['shop', 'tips', 'chat'], enable_internal_shop: true };
    expect(hrefs(await top({ settings, viewer: member }))).toEqual(['/profile']);
  });

  it('NAV-13 the gallery is a hidden link: it is there without standing in the menu', async () => {
    expect(hrefs(await top({ viewer: member }))).not.toContain('/gallery');
    expect((await renderPage(bootstrapOf({ path: '/gallery', viewer: member }))).status).toBe(200);
  });

  it('ROLE-38 has transactions only for support', async () => {
    expect(hrefs(await top({ viewer: staff('support') }))).toEqual(['/admin/transactions']);
  });

  it("NAV-02 NAV-03 NAV-04 welcomes with the site's name, its colour and its avatar as set", async () => {
    const mark = async (settings: Given['settings']) => part(await page({ settings: settings ?? {} }), 'a', 'wordmark');
    expect(await mark({ show_influencer_name: true })).toMatch(/<small>WELCOME TO<\/small>.*Luna/);
    expect(await mark({ show_influencer_name: true, navbar_welcome_text: 'HELLO FROM' })).toContain(
      '<small>HELLO FROM</small>',
    );
    expect(await mark({ influencer_name_color: '#aa3300' })).toContain('style="color:#aa3300"');
    expect(await mark({ avatar_url: '/me.jpg', show_avatar_image: true })).toContain('src="/me.jpg"');
    expect(await mark({ avatar_url: '/me.jpg', show_avatar_image: false })).not.toContain('/me.jpg');
  });

  it("NAV-05 opens the site's own links in the same tab or a new one", async () => {
    const html = await top({
      settings: {
        custom_menu_links: [
          link('Shop', 'https://shop.example'),
          link('News', 'https://news.example', true),
          { ...link('Old', 'https://old.example'), isEnabled: false },
        ],
      },
    });
    expect(html).toMatch(/<a href="https:\/\/shop\.example">Shop<\/a>/);
    expect(html).toMatch(/<a href="https:\/\/news\.example" target="_blank" rel="noopener">News/);
    expect(html).not.toContain('old.example');
  });
});

describe('the bottom bar', () => {
  it('NAV-16 LIMIT-21 is drawn up to 991 pixels and on no wider screen, where the top bar has the links', async () => {
    const css = await readFile(new URL('../../src/components/styles/frame.css', import.meta.url), 'utf8');
    const [always, narrow] = css.split('@media (max-width: 991.98px) {');
    expect(always).toMatch(/\.bottom-bar \{\s+display: none;\s+\}/);
    expect(narrow).toMatch(/^[^@]*\.navbar-items \{\s+display: none;\s+\}[^@]*\.bottom-bar \{[^}]*display: grid;/);
    expect(hrefs(await bottom({ viewer: fan }))).toContain('/profile');
  });

  it('NAV-22 is not there for support', async () => {
    expect(await bottom({ viewer: staff('support') })).toBe('');
    expect(await bottom({ viewer: fan })).not.toBe('');
  });

  it('NAV-21 has More for staff, Links for others with several links, and neither without', async () => {
    const settings = { custom_menu_links: [link('One', '/faq'), link('Two', '/dmca')] };
    expect(await bottom({ viewer: staff('model') })).toMatch(/href="\/more-links".*More/);
    expect(await bottom({ viewer: fan, settings })).toMatch(/href="\/more-links".*Links/);
    expect(await bottom({ settings })).toMatch(/href="\/more-links".*Links/);
    expect(hrefs(await bottom({ viewer: fan }))).not.toContain('/more-links');
  });

  it('NAV-24 NAV-05 shows a single link itself, its name cut to five characters', async () => {
    const html = await bottom({
      viewer: fan,
      settings: { custom_menu_links: [link('Concerts', 'https://tour.example', true)] },
    });
    expect(html).toMatch(
      /<a href="https:\/\/tour\.example" target="_blank".*<span aria-label="Concerts">Conce…<\/span>/,
    );
    expect(hrefs(html)).not.toContain('/more-links');
  });

  it('leads guests to the login and to registering', async () => {
    expect(hrefs(await bottom({}))).toEqual(['/home', '/login', '/register']);
    expect(hrefs(await bottom({ viewer: fan }))).toEqual(['/', '/membership', '/profile']);
  });
});

describe('/links and /more-links', () => {
  const settings = {
    'links_menu.guest': [link('For guests', 'https://g.example')],
    'links_menu.user': [link('For users', 'https://u.example')],
    'links_menu.subscriber': [link('For members', 'https://m.example', true)],
    'links_menu.admin': [link('For staff', 'https://s.example')],
    'links_menu.super_admin': [link('For admins', 'https://a.example')],
    'links_page.title': 'Where else',
    'links_page.description': 'Find me',
  };
  it.each([
    ['guests', null, 'For guests'],
    ['people without a membership', fan, 'For users'],
    ['members', member, 'For members'],
    ['the creator', staff('model'), 'For staff'],
    ['role admin', staff('admin'), 'For admins'],
  ])('ROLE-12 ROLE-13 ROLE-14 ROLE-15 shows %s the menu of their role', async (_, viewer, label) => {
    const html = /<main[\s\S]*<\/main>/.exec(await page({ path: '/links', viewer, settings }))?.[0] ?? '';
    expect(html).toMatch(/<h1[^>]*>Where else<\/h1><p[^>]*>Find me/);
    expect(html.match(/>For [a-z]+/g)).toEqual([`>${label}`]);
  });

  it('stands in the menu where it is chosen and has links', async () => {
    const chosen = { 'menu_settings.guest': ['feed', 'links'] };
    expect(hrefs(await top({ settings: { ...settings, ...chosen } }))).toContain('/links');
    expect(hrefs(await top({ settings: chosen }))).not.toContain('/links');
  });

  it("NAV-21 more holds the site's links and what the bar has no room for", async () => {
    const html =
      /<main[\s\S]*<\/main>/.exec(
        await page({
          path: '/more-links',
          viewer: staff('model'),
          settings: {
            custom_menu_links: [link('Tour', 'https://tour.example', true)],
            'links_menu.admin': [link('Wiki', '/faq')],
          },
        }),
      )?.[0] ?? '';
    expect(html).toMatch(/href="https:\/\/tour\.example" target="_blank"/);
    expect(hrefs(html)).toEqual(expect.arrayContaining(['/faq', '/admin', '/contact-us']));
  });
});

describe('the first answer', () => {
  it('GEN-12 has the shell, the settings and what came with it; what is still coming has its outline, and no socket is waited for', async () => {
    vi.stubGlobal('WebSocket', () => {
      throw new Error('A page is drawn without a socket.');
    });
    const whole = await page({
      path: '/home',
      settings: { hero_banner_text: 'Slow pots' },
      queries: [feedOf([post({ description: 'Kiln 41 is open' })])],
    });
    for (const words of ['Luna', 'Slow pots', 'Kiln 41 is open', 'class="footer"']) expect(whole).toContain(words);
    expect(whole).not.toMatch(/class="[^"]*skeleton/);
    const waiting = await page({ path: '/home' });
    expect(waiting).toMatch(/class="[^"]*skeleton/);
    expect(waiting).toContain('class="footer"');
    vi.unstubAllGlobals();
  });

  it('POST-033 a card begins its caption, up to 80 characters, and has other words only without one', async () => {
    const card = async (description: string) =>
      part(await page({ path: '/home', queries: [feedOf([post({ description })])] }), 'article', 'post-card');
    const [long, none] = [await card('Slow pots '.repeat(20)), await card('')];
    expect(long).toContain(`${'Slow pots '.repeat(8).trim()}…`);
    expect(none).not.toContain('Slow pots');
  });

  it('GEN-26 in maintenance is what the creator wrote for it', async () => {
    const written = {
      key: ['abcdefghijkl', 'page', 'maintenance'],
      data: { slug: 'maintenance', title: 'The kiln is hot', html: '<p>Back on <b>Monday</b></p>' },
    };
    const html = async (queries: Given['queries'] = []) =>
      (await renderPage(bootstrapOf({ path: '/home', site: { status: 'maintenance' }, queries }))).html;
    expect(await html([written])).toMatch(/The kiln is hot<[\s\S]*<p>Back on <b>Monday<\/b><\/p>/);
    expect(await html()).not.toContain('The kiln is hot');
  });

  it('GEN-21 GEN-22 a pager leads to the first and the last page, and the current one is no way anywhere', async () => {
    const numbered = {
      key: [...feedOf([]).key, 'page', 1],
      data: {
        pages: [{ blogs: [post()], currentPage: 1, totalPages: 12, totalRows: 230, next: null }],
        pageParams: [1],
      },
    };
    const pager = part(
      await page({
        path: '/home',
        settings: { is_pagination_on_exclusive_content_enabled: true },
        queries: [feedOf([post()]), numbered],
      }),
      'nav',
      'feed-pager',
    );
    const buttons = [...pager.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map((found) => found[1]);
    expect(buttons).toEqual(['First page', '2', '3', '4', 'Last page']);
    expect(pager).toMatch(/<span[^>]*aria-current="page"[^>]*>1<\/span>/);
  });
});

describe('the footer', () => {
  it('NAV-15 leads to the legal pages and names the merchant', async () => {
    const html = await footer({});
    expect(hrefs(html)).toEqual(
      expect.arrayContaining([
        '/terms-of-service',
        '/privacy-policy',
        '/dmca',
        '/2257',
        '/content-removal',
        '/faq',
        '/contact-us',
      ]),
    );
    expect(html).toContain('Luna Ltd, 1 Moon Lane, Bristol');
  });

  it('NAV-15 has no dead link, and the refund policy says something before the site wrote one', async () => {
    const links = hrefs(await footer({})).filter((href) => href.startsWith('/'));
    expect(links).toContain('/refund-policy');
    for (const path of links) expect((await renderPage(bootstrapOf({ path }))).status, path).toBe(200);
    const unwritten = { key: ['abcdefghijkl', 'page', 'refund-policy'], data: null };
    expect((await page({ path: '/refund-policy', queries: [unwritten] })).replace(/<[^>]*>/g, '')).toContain(
      'Write to us before you contact your bank',
    );
  });

  it('NAV-14 leads to the form only while it is on, and so does its address', async () => {
    expect(hrefs(await footer({}))).not.toContain('/like-the-website');
    expect(hrefs(await footer({ settings: { show_like_the_website_form: true } }))).toContain('/like-the-website');
    const at = async (isOn: boolean) =>
      renderPage(bootstrapOf({ path: '/like-the-website', settings: { show_like_the_website_form: isOn } }));
    expect((await at(false)).status).toBe(404);
    const form = await at(true);
    expect(form.status).toBe(200);
    expect(form.html).toMatch(/<textarea[^>]*name="message"/);
  });
});

describe('addresses', () => {
  it.each([['/?offers'], ['/?feed=1'], ['/service-stopped']])('NAV-27 %s leads to /', async (path) => {
    expect(await renderPage(bootstrapOf({ path }))).toMatchObject({ status: 302, location: '/' });
  });

  it('NAV-26 NAV-28 /404 and what is not built answer 404 with the way home, also to members', async () => {
    for (const path of ['/404', '/tips', '/chat', '/shop', '/private-chat/1', '/admin/logs', '/nothing']) {
      const { status, html } = await renderPage(
        bootstrapOf({
          path,
          viewer: path.startsWith('/admin') ? staff('admin') : member,
          settings: { enable_internal_shop: true },
        }),
      );
      expect(status, path).toBe(404);
      if (!path.startsWith('/admin')) expect(html).toMatch(/href="\/"[^>]*>(?:<[^>]*>)*Go To Home/);
    }
  });

  it('/service-stopped and everything else say so on a stopped site', async () => {
    for (const path of ['/service-stopped', '/', '/login']) {
      const { status, html } = await renderPage(bootstrapOf({ path, site: { status: 'stopped' } }));
      expect(status).toBe(503);
      expect(html).toContain('This site is not available at the moment.');
    }
  });

  it('GEN-13 a blocked place sees that it is blocked, and staff the way to the login', async () => {
    for (const path of ['/', '/home', '/register', '/2257']) {
      const { status, html } = await renderPage(bootstrapOf({ path, site: { isAreaBlocked: true } }));
      expect(status, path).toBe(451);
      expect(html).toContain('This website is blocked in your area.');
      expect(html).not.toContain('class="footer"');
    }
    expect((await renderPage(bootstrapOf({ path: '/login', site: { isAreaBlocked: true } }))).status).toBe(200);
  });

  it.each([
    ['in maintenance', { status: 'maintenance' }, 503],
    ['that keeps their place out', { isAreaBlocked: true }, 451],
  ] as const)(
    'C15 C16 on a site %s a member finds the way out of the contract, alone on the page',
    async (_, site, shut) => {
      const ways = ['/profile/withdraw', '/profile/cancel-subscription'];
      const { status, html } = await renderPage(bootstrapOf({ path: '/home', viewer: member, site }));
      expect(status).toBe(shut);
      expect(hrefs(html)).toEqual(expect.arrayContaining(ways));
      for (const path of ways) {
        const open = await renderPage(bootstrapOf({ path, viewer: member, site }));
        expect([path, open.status]).toEqual([path, 200]);
        expect(open.html).toContain('data-frame="form"');
        expect(await renderPage(bootstrapOf({ path, site }))).toMatchObject({
          status: 302,
          location: expect.stringMatching(/^\/login\?/),
        });
      }
      for (const path of ['/profile', '/profile/payments', '/membership'])
        expect((await renderPage(bootstrapOf({ path, viewer: member, site }))).status, path).toBe(shut);
    },
  );

  it('/subscription-video plays the film that is set, and is not there without one', async () => {
    expect((await renderPage(bootstrapOf({ path: '/subscription-video' }))).status).toBe(404);
    const settings = { subscription_video_url: '/media/public/film/mp4' };
    expect(await page({ path: '/subscription-video', settings })).toMatch(
      /<video src="\/media\/public\/film\/mp4"[\s\S]*href="\/register"/,
    );
    expect(await page({ path: '/subscription-video', settings, viewer: fan })).toMatch(
      /<video[\s\S]*class="button"[^>]*href="\/membership"|<video[\s\S]*href="\/membership"[^>]*class="button"/,
    );
  });

  it('/single-gallery/:id shows what is in one post, and is not there where the post is not', async () => {
    const one = post({ media: [media(), film({ duration: 42 })] });
    const path = `/single-gallery/${one._id}`;
    const site = 'abcdefghijkl';
    const html = await page({ path, viewer: member, queries: [{ key: [site, 'post', one._id], data: one }] });
    expect(html.match(/class="media-tile"/g)).toHaveLength(2);
    expect(html).toContain(`href="/feed/${one._id}"`);
    expect((await renderPage(bootstrapOf({ path, viewer: member }))).status).toBe(404);
  });
});
