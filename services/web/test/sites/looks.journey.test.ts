import type { Locator } from 'playwright-core';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { newEmail, password } from '../testing/journey/account.ts';
import { findBarriers } from '../testing/journey/axe.ts';
import type { Visit } from '../testing/journey/visit.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';

const sites = openDemoSites();
const { clients, creators, visit, change, htmlOf } = sites;
/** Longest that a state is awaited; on an idle machine all come within half a second. */
const soon = { timeout: 20_000, interval: 50 };

describe('a change of looks', () => {
  it("reaches pages that are open, a member's and a guest's, without a reload", async () => {
    const guest = await visit('clay');
    const member = await visit('clay', { token: await clients.clay.login('fan@demo.example', 'Demo-fan-2026') });
    for (const { open, page } of [guest, member]) {
      await open('/home');
      await page.evaluate(() => {
        (window as { isSame?: boolean }).isSame = true;
      });
    }
    const accentOf = ({ page }: Visit): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
    const before = await accentOf(guest);
    await change('clay', { theme_color: '#0a5c9c' });
    await expect.poll(() => accentOf(member), soon).not.toBe(before);
    // A guest has no socket: the page looks when it is come back to, and hears of it with every answer.
    await guest.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => accentOf(guest), soon).toBe(await accentOf(member));
    await expect.poll(() => guest.page.evaluate(() => (window as { isSame?: boolean }).isSame)).toBe(true);
    await change('clay', { theme_name: 'rack' });
    await member.page.locator('html[data-theme=rack]').waitFor();
    await change('clay', { theme_name: 'kiln' });
    await expect.poll(() => htmlOf('clay'), soon).toContain('data-theme="kiln"');
  });
});

/** What follows is data for scripts. */
const firstData = /<script nonce="[^"]*">Object\.defineProperty/;

describe('without a script', () => {
  it.each(['terms-of-service', 'privacy-policy', 'faq'])('/%s can be read', async (slug) => {
    const { html } = JSON.parse((await clients.clay.ask(`GET /api/pages/get_html?slug=${slug}`)).body.toString()) as {
      html: string;
    };
    const words = /[^<>&]{25,}/.exec(html)?.[0].trim() ?? '';
    expect((await htmlOf('clay', `/${slug}`)).split(firstData)[0]).toContain(words);
  });

  it('the offer can be read, by a guest and by somebody who is about to pay', async () => {
    const fan = await clients.clay.login('fan@demo.example', 'Demo-fan-2026');
    const guest = (await htmlOf('clay', '/membership')).split(firstData)[0];
    const paying = (
      await clients.clay.ask('GET /subscribe', { onPage: true, headers: { cookie: `session=${fan}` } })
    ).body
      .toString()
      .split(firstData)[0];
    for (const html of [guest, paying])
      for (const words of ['$9.00', '$14.00', 'Clay &amp; Kiln']) expect(html).toContain(words);
  });
});

describe('a phone', () => {
  it.each(['kiln', 'rack', 'cairn', 'sorbet', 'velvet'])(
    'in the theme %s shows a post on the first screen, whole at both edges, and its header fits',
    async (theme_name) => {
      await change('clay', { theme_name });
      await expect.poll(() => htmlOf('clay'), soon).toContain(`data-theme="${theme_name}"`);
      for (const language of ['en-US', 'de-DE', 'ar']) {
        const guest = await visit('clay', { language });
        await guest.open('/home');
        const seen = await guest.page.evaluate(() => {
          const picture = document.querySelector('article .post-media')!.getBoundingClientRect();
          const bar = document.querySelector('.bottom-bar')!.getBoundingClientRect();
          const header = document.querySelector('.navbar-inside')!;
          const parts = [...header.querySelectorAll('.wordmark, .navbar-actions > *')]
            .map((part) => part.getBoundingClientRect())
            .filter(({ width }) => width > 0)
            .toSorted((one, other) => one.left - other.left);
          const at = (x: number): boolean =>
            document.elementFromPoint(x, Math.min(picture.bottom, bar.top) - 12)?.closest('article .post-media') !==
            null;
          return {
            inView: bar.top - picture.top,
            left: at(picture.left + 2),
            right: at(picture.right - 2),
            isWide: document.documentElement.scrollWidth > innerWidth,
            overlaps: parts.some((part, index) => index > 0 && parts[index - 1]!.right > part.left + 1),
            isOut: parts.some(({ left, right }) => left < 0 || right > innerWidth),
          };
        });
        expect({ language, ...seen, inView: seen.inView >= 120 }).toEqual({
          language,
          inView: true,
          left: true,
          right: true,
          isWide: false,
          overlaps: false,
          isOut: false,
        });
        await guest.close();
      }
      await change('clay', { theme_name: 'kiln' });
    },
  );
});

it("POST-007 POST-008 LAND-03 LIMIT-21 a banner's film is silent and goes round; below 576 pixels it is another one", async () => {
  const noor = clients.patch;
  const { desktop_video_banner_url: wide, video_banner_url: narrow } = (await noor.call('GET /api/app_settings/get'))
    .data as unknown as Record<string, string>;
  expect([wide, narrow]).toEqual([expect.stringMatching(/^\//), expect.stringMatching(/^\//)]);
  await noor.call('PATCH /api/app_settings', {
    token: creators.patch,
    body: { hero_banner_video: wide, hero_banner_mobile_video: narrow },
  });
  const lookAt = (film: Locator): Promise<unknown> =>
    film.evaluate((video: HTMLVideoElement) => ({
      path: new URL(video.currentSrc).pathname,
      isMuted: video.muted,
      isLooped: video.loop,
      isPlaying: !video.paused,
    }));
  for (const [width, path] of [
    [575, narrow],
    [1440, wide],
  ] as const) {
    const guest = await visit('patch', { width, hasMotion: true });
    await expect.poll(() => htmlOf('patch', '/home'), soon).toContain(wide);
    await guest.open('/home');
    // The page chooses the film once it is alive, which may be after it is loaded.
    await guest.page.locator('.feed-hero video').waitFor();
    await expect
      .poll(() => lookAt(guest.page.locator('.feed-hero video')), soon)
      .toEqual({ path, isMuted: true, isLooped: true, isPlaying: true });
    await guest.page.getByRole('button', { name: 'Pause the video' }).click();
    await expect.poll(() => lookAt(guest.page.locator('.feed-hero video')), soon).toMatchObject({ isPlaying: false });
    await guest.open('/');
    await expect
      .poll(() => lookAt(guest.page.locator('.film-banner video')), soon)
      .toEqual({ path, isMuted: true, isLooped: true, isPlaying: true });
    await guest.close();
  }
});

it("POST-007 a banner's pictures are turned as often as the arrow is pressed", async () => {
  const noor = clients.patch;
  const {
    banner_image: first,
    section_1_image: second,
    section_2_image: third,
  } = (await noor.call('GET /api/app_settings/get')).data as unknown as Record<string, string>;
  await noor.call('PATCH /api/app_settings', {
    token: creators.patch,
    body: { hero_banner_video: '', hero_banner_images: [first, second, third] },
  });
  const guest = await visit('patch', { width: 1440, hasMotion: true });
  const track = guest.page.getByRole('group', { name: /^Photos from/ });
  await expect
    .poll(async () => {
      await guest.open('/home');
      return track.count();
    }, soon)
    .toBe(1);
  await guest.page.getByRole('button', { name: 'Next', exact: true }).evaluate(async (button: HTMLElement) => {
    button.click();
    await new Promise((done) => {
      setTimeout(done, 60);
    });
    button.click();
  });
  await expect
    .poll(() => track.evaluate((element) => Math.round(element.scrollLeft / element.clientWidth)), soon)
    .toBe(2);
  await guest.close();
});

it('LAND-07 the landing page has its menu at the side on a phone', async () => {
  const guest = await visit('clay', { isTouch: true });
  await guest.open('/');
  await guest.page.getByRole('button', { name: 'Open menu' }).tap();
  const menu = guest.page.getByRole('dialog');
  for (const name of ['Log in', 'Sign up', /^Subscribe/]) await menu.getByRole('link', { name }).first().waitFor();
  await expect.poll(() => menu.locator('.social-links a').count()).toBeGreaterThan(0);
  expect(await findBarriers(guest.page)).toEqual([]);
  await guest.page.keyboard.press('Escape');
  await expect.poll(() => menu.count(), soon).toBe(0);
});

/** A guest on the landing, whose code comes when told. */
async function beforeItsCode() {
  const guest = await visit('clay');
  const { page } = guest;
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(new URL(request.url()).pathname);
  });
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/fan-*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.addInitScript(() => {
    const later = window.setTimeout;
    const mostMs = 4_000;
    Object.assign(window, {
      requestIdleCallback: () => 0,
      setTimeout: (act: () => void, ms = 0) => (ms < mostMs ? later(act, ms) : 0),
    });
  });
  await page.goto(guest.origin);
  await page.waitForLoadState('load');
  return { guest, page, loaded, arrive };
}

it('a press on the landing that comes before its code is repeated when the code is there; until then it loads a kilobyte', async () => {
  const { guest, page, loaded, arrive } = await beforeItsCode();
  const opener = page.locator('script[data-code]');
  expect(await page.locator('script[src], link[rel=modulepreload]').count()).toBe(1);
  expect(loaded).toEqual([await opener.getAttribute('src')]);
  const { body } = await clients.clay.ask(`GET ${loaded[0]!}`, { onPage: true });
  expect(gzipSync(body).length).toBeLessThan(1_536);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.locator('button[aria-busy=true]').waitFor();
  arrive();
  await page.getByRole('dialog').waitFor();
  expect(await page.locator('[aria-busy=true]').count()).toBe(0);
  const seals = await page
    .locator('link[rel=modulepreload]')
    .evaluateAll((links: HTMLLinkElement[]) => links.map(({ integrity }) => integrity.slice(0, 7)));
  expect(seals.length).toBeGreaterThan(3);
  expect(new Set(seals.slice(0, 4))).toEqual(new Set(['sha256-']));
  expect(guest.complaints).toEqual([]);
  await guest.close();
});

it('a language that is chosen on the landing before its code is there is taken', async () => {
  const { guest, page, arrive } = await beforeItsCode();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  arrive();
  await page.locator('html[lang=de]').waitFor();
  expect(guest.complaints).toEqual([]);
  await guest.close();
});

it("the card form has the site's own look, and the provider's field in it has the same", async () => {
  const own = {
    payment_form_background_color: '#fff1c9',
    payment_form_font_color: '#3a1d00',
    payment_form_field_color: '#e9f7ff',
    payment_form_border_color: '#aa2200',
    payment_form_button_color: '#0a5c9c',
    payment_form_radius: '3px',
    payment_form_padding: '24px',
    new_signup_design_title_font_size: '41px|51px|61px|71px',
  };
  await change('clay', own);
  await expect.poll(() => htmlOf('clay'), soon).toContain('--bg:#fff1c9');
  const fan = await visit('clay', { token: await clients.clay.register(newEmail(), password, 'Robin Ash') });
  await fan.open('/subscribe');
  const lookOf = (element: Locator) =>
    element.evaluate((one) => {
      const { backgroundColor, color, borderTopLeftRadius } = getComputedStyle(one);
      return { backgroundColor, color, borderTopLeftRadius };
    });
  const { page } = fan;
  const field = { backgroundColor: 'rgb(233, 247, 255)', borderTopLeftRadius: '3px' };
  const number = page
    .frameLocator('iframe[title="Card number, expiry and security code"]')
    .getByLabel('Card number', { exact: true });
  await number.waitFor();
  const box = page.locator('.field-box', { has: page.getByLabel('First name', { exact: true }) });
  expect(await lookOf(box)).toMatchObject(field);
  const typed = await lookOf(number);
  expect(typed).toMatchObject(field);
  const form = page.locator('form', { has: page.locator('iframe') });
  expect(await lookOf(form)).toEqual({
    backgroundColor: 'rgb(255, 241, 201)',
    color: typed.color,
    borderTopLeftRadius: '3px',
  });
  expect(await number.evaluate((one) => getComputedStyle(one).borderTopColor)).toBe('rgb(170, 34, 0)');
  const button = page.getByRole('button', { name: /^Subscribe for/ });
  expect((await lookOf(button)).backgroundColor).toBe('rgb(10, 92, 156)');
  const title = page.getByRole('heading', { level: 1 });
  expect(await title.evaluate((one) => getComputedStyle(one).fontSize)).toBe('41px');
  expect(await findBarriers(page)).toEqual([]);
  await fan.close();
});

it('nothing broke on the way', () => {
  expect(sites.complaints()).toEqual([]);
});
