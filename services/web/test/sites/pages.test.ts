import { describe, expect, it, vi } from 'vitest';
import { readFirstData } from '../../src/lib/first-data.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({
  styles: { '/assets/base-1.css': '@layer base{.written{color:red}}' },
  manifest: {
    'src/entry-fan.tsx': { file: 'assets/fan-1.js', imports: ['_start.js'], css: ['assets/base-1.css'] },
    'src/entry-studio.tsx': { file: 'assets/studio-1.js', imports: ['_start.js'] },
    '_start.js': { file: 'assets/start-1.js' },
    'src/features/sites/landing-page.tsx': { file: 'assets/landing-1.js', css: ['assets/landing-1.css'] },
    '../../themes/kiln/theme.css': {
      file: 'assets/theme-kiln-1.css',
      assets: ['assets/fraunces-AbCd.woff2', 'assets/hanken-grotesk-Ef12.woff2', 'assets/fraunces-italic-x.woff2'],
    },
    '../../packages/domain/src/texts/en.json': { file: 'assets/en-1.js' },
  },
}));
const { renderPage } = await import('../../src/entry-server.tsx');
/** What the page's own script leaves for the others, run as a browser does. */
function firstDataOf(html: string): ReturnType<typeof readFirstData> {
  const script = html
    .split(/<script nonce="[^"]*">/)
    .at(-1)!
    .split('</script>')[0]!;
  const window = Object.create({ firstData: 'an element of this name' }) as object;
  new Function('window', script)(window);
  return readFirstData(window);
}
const page = async (given: Parameters<typeof bootstrapOf>[0]) => renderPage(bootstrapOf(given));

describe('a page', () => {
  it('LAND-16 NAV-29 shows guests the landing page at /, with the title and share card of the site', async () => {
    const { status, html } = await page({
      settings: { site_tagline: 'Pots', site_description: 'From a shed', share_image: '/media/share.jpg' },
    });
    expect(status).toBe(200);
    expect(html).toContain('data-layout="theme-3"');
    expect(html).toContain('<title>Luna &amp; Sons · Pots</title>');
    expect(html).toContain('<meta property="og:image" content="http://luna.test:8000/media/share.jpg">');
    expect(html).toContain('<html lang="en" dir="ltr" data-theme="kiln">');
    for (const given of [{ path: '/home' }, { viewer: person() }])
      expect((await page(given)).html).not.toContain('data-layout=');
  });

  it('writes the stylesheets of the build into the page, under its nonce', async () => {
    const { html } = await page({});
    expect(html).toMatch(
      /<style nonce="bm9uY2U=">@layer base,parts,kit,screen,theme;<\/style>\n<style nonce="bm9uY2U=" data-looks>[^<]*<\/style>\n<style nonce="bm9uY2U=">[^<]*\.written\{color:red\}/,
    );
    expect(html.indexOf('href="/assets/base-1.css"')).toBeGreaterThan(html.indexOf('id="root"'));
  });

  it('is drawn whole: its first picture waits for the end of the markup, where the server made one', async () => {
    const { html } = await page({});
    expect(html).toContain('<link rel="expect" href="#parsed" blocking="render">');
    expect(html.indexOf('<i id="parsed" hidden></i>')).toBeGreaterThan(html.lastIndexOf('</footer>'));
    expect((await page({ path: '/admin', viewer: person({ role: 'model' }) })).html).not.toContain('rel="expect"');
  });

  it('links what it needs at once and nothing of other screens or themes', async () => {
    const { html } = await page({});
    for (const file of ['base-1.css', 'theme-kiln-1.css', 'landing-1.css', 'fan-1.js', 'start-1.js', 'en-1.js'])
      expect(html).toContain(`/assets/${file}`);
    expect(html.match(/rel="preload" as="font"/g)).toHaveLength(2);
    expect(html).not.toContain('fraunces-italic');
  });

  it.each([
    ['NAV-26 an unknown address', '/nowhere/at/all', null, 404],
    ['ROLE-44 a guarded page for a guest', '/profile/change-password', null, 302],
    ['the same page for a member', '/profile/change-password', person(), 200],
    ['ROLE-43 the creator area for a fan', '/admin', person(), 403],
    ['the creator area for the creator', '/admin', person({ role: 'model', isAdmin: true }), 200],
  ] as const)('%s answers its status', async (_, path, viewer, status) => {
    expect((await page({ path, viewer })).status).toBe(status);
  });

  it("ROLE-44 names the page that a guest asked for in the login's address, and nothing that is none of this site", async () => {
    const locationOf = async (path: string): Promise<string | undefined> => (await page({ path })).location;
    expect(await locationOf('/profile/payment-method')).toBe('/login?next=%2Fprofile%2Fpayment-method');
    // Where the mail about a payment leads.
    expect(await locationOf('/profile/payments/01900000-0000-7000-8000-000000000001')).toBe(
      '/login?next=%2Fprofile%2Fpayments%2F01900000-0000-7000-8000-000000000001',
    );
    expect(await locationOf('/admin/transactions?type=refund&page=2')).toBe(
      '/login?next=%2Fadmin%2Ftransactions%3Ftype%3Drefund%26page%3D2',
    );
    for (const path of ['//profile', '/profile//', '/profile\\evil'])
      expect((await locationOf(path)) ?? '/login', path).toBe('/login');
  });

  it('says in the exact words that a page is not there', async () => {
    const { html } = await page({ path: '/nowhere/at/all' });
    for (const words of [
      '404',
      'Oops... You just found an error page...',
      'We are sorry but the page you have requested can not be found...',
      'Go To Home',
    ])
      expect(html).toContain(words);
  });

  it('GEN-23 GEN-25 in maintenance is the maintenance page, but for staff and the login', async () => {
    const site = { status: 'maintenance' as const };
    const settings = { maintenance_mode: true };
    expect((await page({ site, settings })).status).toBe(503);
    expect((await page({ site, settings, path: '/login' })).status).toBe(200);
    expect((await page({ site: {}, settings, viewer: person({ role: 'admin', isAdmin: true }) })).status).toBe(200);
  });

  it('POPUP-01 POPUP-02 behind the age gate holds nothing of the site', async () => {
    const { html } = await page({
      site: { ageGate: true },
      settings: { show_age_modal: true, section_1_title: 'Secret words', enable_section_1: true },
    });
    const body = html.slice(
      html.indexOf('<div id="root">'),
      html.indexOf('<script nonce', html.indexOf('<div id="root">')),
    );
    expect(body).toContain('You must be 18+ to view this content');
    expect(body).toContain('Yes, I am 18 or older');
    expect(body).not.toContain('Secret words');
  });

  it('DECISIONS 1 names the platform nowhere', async () => {
    for (const path of ['/', '/login', '/register', '/home', '/nowhere'])
      expect((await page({ path })).html.toLowerCase()).not.toContain(['back', 'lot'].join(''));
  });

  it('escapes what a creator typed', async () => {
    const evil = '</script><script>alert(1)</script>"';
    const { html } = await page({ site: { name: evil }, settings: { site_tagline: evil, landing_headline: evil } });
    expect(html).not.toContain('<script>alert(1)');
    expect(firstDataOf(html)?.site.name).toBe(evil);
  });

  it('begins with data that no element of the page can stand in for', async () => {
    const forged = { site: { id: 'forged' } };
    // As elements of that name are seen: on what the window inherits from, or as a property that anybody may set.
    expect(readFirstData(Object.create({ firstData: forged }) as object)).toBeNull();
    expect(readFirstData({ firstData: forged })).toBeNull();
    const { html } = await page({ settings: { footer_text_html: '<p id="bootstrap">{}</p><p id="firstData">{}</p>' } });
    expect(firstDataOf(html)?.site.id).toBe('abcdefghijkl');
    expect(html).not.toContain('<script type="application/json"');
  });

  it('is laid out from right to left in Arabic', async () => {
    const { html } = await page({ path: '/login', site: { language: 'ar', direction: 'rtl' } });
    expect(html).toContain('<html lang="ar" dir="rtl"');
    expect(html).toContain('تسجيل الدخول');
  });

  it.each([
    ['/nowhere/at/all', null, 'Page not found · Luna &amp; Sons', null],
    ['/feed/01a1fe9e-0000-7000-8000-000000000000', null, 'Page not found · Luna &amp; Sons', null],
    ['/admin', person(), 'Access denied · Luna &amp; Sons', null],
    ['/faq?from=footer', null, 'FAQ · Luna &amp; Sons', 'http://luna.test:8000/faq'],
    ['/home?feed_tag_id=x', null, 'Luna &amp; Sons · Pots', 'http://luna.test:8000/home'],
  ] as const)(
    '%s has a title that says what it is, and the one address under which it is known',
    async (path, viewer, title, canonical) => {
      const { html } = await page({ path, viewer, settings: { site_tagline: 'Pots' } });
      expect(html).toContain(`<title>${title}</title>`);
      expect(/<link rel="canonical" href="([^"]*)">/.exec(html)?.[1] ?? null).toBe(canonical);
      expect(/<meta property="og:url" content="([^"]*)">/.exec(html)?.[1] ?? null).toBe(canonical);
      expect(html.includes('<meta name="robots" content="noindex">')).toBe(canonical === null);
    },
  );

  it.each(['/admin', '/admin/settings'])('a fan at %s is denied in the frame of the site', async (path) => {
    const { html, status } = await page({ path, viewer: person() });
    expect(status).toBe(403);
    expect(html).toMatch(/<header.*<h1[^>]*>Access denied<\/h1>.*<footer/s);
    expect((await page({ path, viewer: person({ role: 'model' }) })).html).not.toContain('<h1');
  });

  it('where no landing page is on, the feed is known by one address', async () => {
    const settings = {
      enable_banner_section: false,
      enable_section_1: false,
      enable_section_2: false,
      enable_section_3: false,
      enable_grid_section: false,
    };
    expect((await page({ path: '/home', settings })).html).toContain(
      '<link rel="canonical" href="http://luna.test:8000/">',
    );
  });

  it("the site's own texts are in the HTML, and one that is not written says so", async () => {
    const key = ['abcdefghijkl', 'page', 'terms-of-service'];
    const { html } = await page({
      path: '/terms-of-service',
      queries: [
        { key, data: { slug: 'terms-of-service', title: 'House rules', html: '<p>Pots are <b>breakable</b>.</p>' } },
      ],
    });
    expect(html).toMatch(/<h1[^>]*>House rules<\/h1>.*<p>Pots are <b>breakable<\/b>\.<\/p>/s);
    expect((await page({ path: '/terms-of-service', queries: [{ key, data: null }] })).html).not.toContain('skeleton');
  });

  it("labels that the creator wrote are for readers of the site's language; others read the interface's own", async () => {
    const settings = {
      log_in_navbar_name: 'Come in',
      sign_up_navbar_name: 'Join us',
      signup_title: 'Pull up a stool',
      default_language: 'en' as const,
    };
    const body = async (language: 'en' | 'ar') =>
      (
        await page({ path: '/register', settings, site: { language, direction: language === 'ar' ? 'rtl' : 'ltr' } })
      ).html
        .split('<div id="root">')[1]
        ?.split('<script')[0] ?? '';
    const [english, arabic] = [await body('en'), await body('ar')];
    for (const words of ['Come in', 'Pull up a stool']) {
      expect(english).toContain(words);
      expect(arabic).not.toContain(words);
    }
    expect(arabic).toMatch(/تسجيل الدخول/);
  });

  it.each(['theme-1', 'theme-2', 'theme-3'] as const)('the landing %s leads to the feed', async (landing_theme) => {
    const { html } = await page({ settings: { landing_theme } });
    expect(html.split('<div id="root">')[1]).toMatch(/<a[^>]*href="\/home"[^>]*>See the feed/);
  });
});
