import { describe, expect, it, vi } from 'vitest';
import { bootstrapOf, person } from './fixture.ts';

vi.mock('../src/client-manifest.ts', () => ({
  styles: { '/assets/base-1.css': '@layer base{.written{color:red}}' },
  manifest: {
    'src/entry-fan.tsx': { file: 'assets/fan-1.js', imports: ['_start.js'], css: ['assets/base-1.css'] },
    'src/entry-studio.tsx': { file: 'assets/studio-1.js', imports: ['_start.js'] },
    '_start.js': { file: 'assets/start-1.js' },
    'src/features/sites/landing-page.tsx': { file: 'assets/landing-1.js', css: ['assets/landing-1.css'] },
    '../../themes/kiln/theme.css': { file: 'assets/theme-kiln-1.css', assets: ['assets/fraunces-AbCd.woff2', 'assets/hanken-grotesk-Ef12.woff2', 'assets/fraunces-italic-x.woff2'] },
    '../../packages/domain/src/texts/en.json': { file: 'assets/en-1.js' },
  },
}));
const { renderPage } = await import('../src/entry-server.tsx');
const page = async (given: Parameters<typeof bootstrapOf>[0]) => renderPage(bootstrapOf(given));

describe('a page', () => {
  it('LAND-16 NAV-29 shows guests the landing page at /, with the title and share card of the site', async () => {
    const { status, html } = await page({ settings: { site_tagline: 'Pots', site_description: 'From a shed', share_image: '/media/share.jpg' } });
    expect(status).toBe(200);
    expect(html).toContain('data-layout="theme-3"');
    expect(html).toContain('<title>Luna &amp; Sons · Pots</title>');
    expect(html).toContain('<meta property="og:image" content="http://luna.test:8000/media/share.jpg">');
    expect(html).toContain('<html lang="en" dir="ltr" data-theme="kiln">');
    for (const given of [{ path: '/home' }, { viewer: person() }]) expect((await page(given)).html).not.toContain('data-layout=');
  });

  it('writes the stylesheets of the build into the page, under its nonce', async () => {
    const { html } = await page({});
    expect(html).toMatch(/<style nonce="bm9uY2U=">@layer base,parts,screen,theme;[^<]*\.written\{color:red\}/);
    expect(html.indexOf('href="/assets/base-1.css"')).toBeGreaterThan(html.indexOf('id="root"'));
  });

  it('links what it needs at once and nothing of other screens or themes', async () => {
    const { html } = await page({});
    for (const file of ['base-1.css', 'theme-kiln-1.css', 'landing-1.css', 'fan-1.js', 'start-1.js', 'en-1.js']) expect(html).toContain(`/assets/${file}`);
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

  it('says in the exact words that a page is not there', async () => {
    const { html } = await page({ path: '/nowhere/at/all' });
    for (const words of ['404', 'Oops... You just found an error page...', 'We are sorry but the page you have requested can not be found...', 'Go To Home']) expect(html).toContain(words);
  });

  it('GEN-23 GEN-25 in maintenance is the maintenance page, but for staff and the login', async () => {
    const site = { status: 'maintenance' as const };
    const settings = { maintenance_mode: true };
    expect((await page({ site, settings })).status).toBe(503);
    expect((await page({ site, settings, path: '/login' })).status).toBe(200);
    expect((await page({ site: {}, settings, viewer: person({ role: 'admin', isAdmin: true }) })).status).toBe(200);
  });

  it('POPUP-01 POPUP-02 behind the age gate holds nothing of the site', async () => {
    const { html } = await page({ site: { ageGate: true }, settings: { show_age_modal: true, section_1_title: 'Secret words', enable_section_1: true } });
    const body = html.slice(html.indexOf('<div id="root">'), html.indexOf('<script type="application/json"'));
    expect(body).toContain('You must be 18+ to view this content');
    expect(body).toContain('Yes, I am 18 or older');
    expect(body).not.toContain('Secret words');
  });

  it('DECISIONS 1 names the platform nowhere', async () => {
    for (const path of ['/', '/login', '/register', '/home', '/nowhere']) expect((await page({ path })).html.toLowerCase()).not.toContain(['back', 'lot'].join(''));
  });

  it('escapes what a creator typed', async () => {
    const evil = '</script><script>alert(1)</script>"';
    const { html } = await page({ site: { name: evil }, settings: { site_tagline: evil, landing_headline: evil } });
    expect(html).not.toContain('<script>alert(1)');
    const json = html.slice(html.indexOf('id="bootstrap"')).replace(/^[^>]*>/, '').split('</script>')[0] ?? '';
    expect((JSON.parse(json) as { site: { name: string } }).site.name).toBe(evil);
  });

  it('is laid out from right to left in Arabic', async () => {
    const { html } = await page({ path: '/login', site: { language: 'ar', direction: 'rtl' } });
    expect(html).toContain('<html lang="ar" dir="rtl"');
    expect(html).toContain('تسجيل الدخول');
  });
});
