import { describe, expect, it, vi } from 'vitest';
import { bootstrapOf } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');
const landing = async (settings: NonNullable<Parameters<typeof bootstrapOf>[0]>['settings'] = {}) =>
  (await render(bootstrapOf({ settings: { site_name: 'Luna', ...settings } }))).html;

describe('the landing page', () => {
  it('LAND-03 theme-1 has the name, a subscribe button to /register and a login button to /login', async () => {
    const html = await landing({
      landing_theme: 'theme-1',
      model_first_name: 'Noor',
      model_last_name: 'Halvorsen',
      desktop_video_banner_url: '/v.mp4',
    });
    expect(html).toMatch(/<h1[^>]*><span>Noor/);
    expect(html).toMatch(/<video[^>]*loop[^>]*>/);
    expect(html).toMatch(/<a[^>]*href="\/register"[^>]*>.*Subscribe/);
    expect(html).toMatch(/<a[^>]*href="\/login"/);
  });

  it('LAND-04 theme-3 has a picture, or a film with a switch for its sound', async () => {
    const still = await landing({ landing_theme: 'theme-3', banner_image: '/p.jpg' });
    expect(still).toMatch(/data-layout="theme-3".*<img[^>]*src="\/p.jpg"/s);
    expect(still).not.toMatch(/<video|Unmute/);
    const moving = await landing({
      landing_theme: 'theme-3',
      banner_image: '/p.jpg',
      enable_video_banner: true,
      video_banner_url: '/v.mp4',
    });
    expect(moving).toMatch(/data-layout="theme-3".*<video[^>]*muted.*\/v.mp4/s);
    expect(moving).toContain('aria-label="Unmute"');
  });

  it('a film that moves by itself can be stopped', async () => {
    expect(await landing({ banner_image: '/p.jpg' })).not.toMatch(/aria-label="(?:Play|Pause) the video"/);
    for (const layout of ['theme-1', 'theme-2', 'theme-3'] as const) {
      expect(await landing({ landing_theme: layout, enable_video_banner: true, video_banner_url: '/v.mp4' })).toMatch(
        /aria-label="(?:Play|Pause) the video"/,
      );
    }
  });

  it('LAND-14 LIMIT-20 offers the phone its own film below 999 pixels', async () => {
    const html = await landing({
      enable_video_banner: true,
      video_banner_url: '/m.mp4',
      desktop_video_banner_url: '/d.mp4',
    });
    expect(html).toMatch(/<source src="\/m.mp4" media="\(max-width: 998.98px\)"\/><source src="\/d.mp4"\/>/);
  });

  it('LAND-15 the phone falls back to the main picture', async () => {
    expect(await landing({ banner_image: '/wide.jpg' })).not.toContain('<source');
    expect(await landing({ banner_image: '/wide.jpg', banner_image_for_mobile: '/tall.jpg' })).toContain(
      'srcSet="/tall.jpg"',
    );
  });

  it('LAND-06 the labels of the login and sign-up links can be set', async () => {
    const html = await landing({ log_in_navbar_name: 'Come in', sign_up_navbar_name: 'Join us' });
    expect(html).toContain('Come in');
    expect(html).toContain('Join us');
  });

  it('LAND-08 LAND-09 LAND-10 LAND-11 LAND-12 parts appear when they are on, each with what it is made of, aligned as set', async () => {
    const grid = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`grid_section_image_${n}`, `/g${n}.jpg`]));
    const parts = {
      section_1_title: 'One',
      section_1_description: 'First words',
      section_1_image: '/one.jpg',
      section_1_description_alignment: 'center' as const,
      section_2_title: 'Two',
      section_2_description: 'Second words',
      section_2_image: '/two.jpg',
      section_2_subscribe_now_text: 'Come along',
      section_2_description_alignment: 'end' as const,
      section_3_title: 'Three',
      section_3_description: 'Last words',
      section_3_subscribe_now_text: 'Or now',
      ...grid,
    };
    const off = await landing(parts);
    const on = await landing({
      ...parts,
      enable_section_1: true,
      enable_section_2: true,
      enable_section_3: true,
      enable_grid_section: true,
    });
    for (const words of [
      'One',
      'First words',
      '/one.jpg',
      'Two',
      'Second words',
      '/two.jpg',
      'Come along',
      'Three',
      'Last words',
      'Or now',
      '/g1.jpg',
      '/g6.jpg',
    ])
      expect(off).not.toContain(words);
    const [first, second, pictures, last] = [
      '<section class="picture-section" data-number="1"',
      '<section class="picture-section" data-number="2"',
      '<section class="six"',
      '<section class="closing"',
    ].map((start) => on.slice(on.indexOf(start), on.indexOf('</section>', on.indexOf(start))));
    expect(first).toMatch(/src="\/one.jpg".*data-align="center".*One.*First words/);
    expect(first).not.toContain('href="/register"');
    expect(second).toMatch(
      /src="\/two.jpg".*data-align="end".*Two.*Second words.*<a[^>]*href="\/register"[^>]*>.*Come along/,
    );
    expect(pictures?.match(/\/g\d.jpg/g)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `/g${n}.jpg`));
    expect(last).toMatch(/data-align="start".*Three.*Last words.*<a[^>]*href="\/register"[^>]*>.*Or now/);
    expect([on.indexOf(first!), on.indexOf(second!), on.indexOf(pictures!), on.indexOf(last!)]).toEqual(
      [on.indexOf(first!), on.indexOf(second!), on.indexOf(pictures!), on.indexOf(last!)].toSorted(
        (one, other) => one - other,
      ),
    );
  });

  it('LAND-01 is in the HTML as a whole: nothing waits', async () => {
    const html = await landing({ enable_section_1: true, section_1_title: 'One' });
    expect(html).toContain('One');
    expect(html).not.toMatch(/busy-ring|class="skeleton|aria-label="Loading"/);
  });

  it('LAND-05 the banner has first and last name, a subscribe button and social icons', async () => {
    const html = await landing({
      model_first_name: 'Noor',
      model_last_name: 'Halvorsen',
      theme_2_youtube_url: 'https://y.example/',
    });
    const banner = /<section class="banner".*?<\/section>/.exec(html)?.[0] ?? '';
    expect(banner).toContain('Noor Halvorsen');
    expect(banner).toMatch(/<a[^>]*href="\/register"[^>]*>.*Subscribe/);
    expect(banner).toMatch(/href="https:\/\/y.example\/"[^>]*aria-label="YouTube"/);
  });

  it('LAND-16 theme-2 is a page of links on the banner: face, name, subscribe, and each address that is set', async () => {
    const html = await landing({
      landing_theme: 'theme-2',
      model_first_name: 'Noor',
      model_last_name: 'Halvorsen',
      avatar_url: '/a.jpg',
      banner_image: '/b.jpg',
      theme_2_instagram_url: 'https://i.example/',
      theme_2_website_url: 'https://w.example/',
    });
    expect(html).toMatch(/data-layout="theme-2"/);
    expect(html).toMatch(/<img class="banner-media" src="\/b.jpg"/);
    expect(html).toMatch(/<img class="avatar"[^>]*src="\/a.jpg"[^>]*>.*<h1[^>]*>Noor Halvorsen<\/h1>/);
    expect(html).toMatch(/<a[^>]*href="\/register"[^>]*>.*Subscribe/);
    expect(html).toMatch(/<a[^>]*href="\/login"/);
    expect(html).toMatch(
      /<a href="https:\/\/i.example\/"[^>]*>(?:<svg.*?<\/svg>)Instagram<\/a>.*<a href="https:\/\/w.example\/"/,
    );
    expect(html).not.toContain('YouTube');
  });

  it('LAND-13 social links appear only when set', async () => {
    expect(await landing()).not.toContain('social-links');
    expect(await landing({ theme_2_youtube_url: 'https://y.example/' })).toMatch(
      /href="https:\/\/y.example\/"[^>]*aria-label="YouTube"/,
    );
  });

  it('a phrase between asterisks is set apart, and a line break stays', async () => {
    expect(await landing({ landing_headline: 'Slow pots,\n*opened hot.*' })).toContain(
      'Slow pots,<br/><em>opened hot.</em>',
    );
  });

  it('NAV-15 and C9: every page has the legal links, billing support, cancelling and the merchant', async () => {
    const html = await landing();
    for (const path of ['/terms-of-service', '/privacy-policy', '/dmca', '/content-removal', '/faq', '/contact-us'])
      expect(html).toContain(`href="${path}"`);
    expect(html).toContain('Billing support');
    expect(html).toContain('Cancel membership');
    expect(html).toContain('Luna Ltd, 1 Moon Lane, Bristol');
  });
});
