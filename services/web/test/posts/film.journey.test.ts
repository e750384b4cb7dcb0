import { madeFilm } from '@backlot/media/testing/made-films';
import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import { openSiteClient, type SiteClient } from '@backlot/testing/site-client';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, password } from '../testing/journey/account.ts';
import { findBarriers } from '../testing/journey/axe.ts';
import { makePhoto } from '../testing/journey/photos.ts';
import { publishFiles } from '../testing/journey/publish-files.ts';
import { mediaAddressesIn, noteReceived } from '../testing/journey/traffic.ts';
import { openVisit, type Visit } from '../testing/journey/visit.ts';

let site: DemoSite;
let browser: Browser;
let client: SiteClient;
let fan: Visit;
let creator: Visit;
let page: Page;
let creatorToken = '';
let noted: ReturnType<typeof noteReceived>;
const visits: Visit[] = [];
const seconds = 64;
/** Films load and seek in a moment, which a busy machine stretches. */
const soon = { timeout: 20_000 };
beforeAll(async () => {
  [site, browser] = await Promise.all([startDemoSite(), launchChromium()]);
  client = openSiteClient('clay.localhost', site.port);
  creatorToken = await client.login('creator@clay.example', 'Demo-creator-2026');
  const folder = await mkdtemp(join(tmpdir(), 'films-'));
  const [long, short, photo] = await Promise.all([
    // Long enough for a ladder, with few frames, so that it is made in no time.
    madeFilm(folder, { width: 960, height: 540, seconds, rate: 3 }),
    madeFilm(folder, { width: 640, height: 360, seconds: 6, rate: 6 }),
    makePhoto('shelf.jpg', { r: 90, g: 120, b: 200 }),
  ]);
  await rm(folder, { recursive: true });
  await publishFiles(client, creatorToken, { description: 'Throwing, one take.', public: true }, [
    { name: 'take.mp4', type: 'video/mp4', bytes: long },
  ]);
  await publishFiles(
    client,
    creatorToken,
    { description: 'The lid that sang, and the shelf.', isLocked: true, amount: 9 },
    [
      { name: 'lid.mp4', type: 'video/mp4', bytes: short },
      { name: 'shelf.jpg', type: 'image/jpeg', bytes: photo.buffer },
    ],
  );
  const email = newEmail();
  const token = await client.register(email, password, 'Robin Ash');
  await client.subscribe(token, email);
  fan = await openVisit(browser, site, 'clay', {
    token,
    isTouch: true,
    onContext: (context) => {
      noted = noteReceived(context);
    },
  });
  creator = await openVisit(browser, site, 'clay', { token: creatorToken, width: 1440 });
  visits.push(fan, creator);
  ({ page } = fan);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const cardOf = (words: string): Locator => page.getByRole('article').filter({ hasText: words }).first();
/** What is open lies over the feed's cards, or is all that there is. */
const post = (): Locator => page.getByRole('article').last();

interface Playing {
  readonly time: number;
  readonly isPaused: boolean;
  readonly height: number;
  readonly isMuted: boolean;
}

const playing = (): Promise<Playing> =>
  post()
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => ({
      time: video.currentTime,
      isPaused: video.paused,
      height: video.videoHeight,
      isMuted: video.muted,
    }));

/** Two taps as fast as a thumb; a busy machine may be slower, then it tries again. */
async function doubleTapAt(part: number): Promise<void> {
  const box = await post()
    .getByRole('group', { name: /^Video:/ })
    .first()
    .boundingBox();
  if (!box) throw new Error('There is no film.');
  const [x, y] = [box.x + box.width * part, box.y + box.height * 0.2];
  await Promise.all([page.touchscreen.tap(x, y), page.touchscreen.tap(x, y)]);
}

const choose = async (quality: string): Promise<void> => {
  await post().getByRole('button', { name: 'Quality and speed' }).tap();
  await post().getByText(quality, { exact: true }).tap();
  await page.keyboard.press('Escape');
};

describe('a film on a phone', () => {
  it('POST-035 shows on its card that it plays, and for how long', async () => {
    await fan.open('/home');
    const card = cardOf('Throwing, one take.');
    await card.getByText('1:04', { exact: true }).waitFor();
    await expect.poll(() => card.locator('.card-play').count()).toBe(1);
    expect(await page.locator('video').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Post actions' }).count()).toBe(0);
  });

  it('plays when it is asked to, and not before', async () => {
    await cardOf('Throwing, one take.').getByRole('paragraph').getByRole('link').tap();
    await page.waitForURL('**/feed/*');
    const start = post().getByRole('button', { name: 'Play, 1 minute' });
    await start.waitFor();
    await fan.quiet();
    expect(await playing()).toMatchObject({ time: 0, isPaused: true });
    await start.tap();
    await expect.poll(async () => (await playing()).time, soon).toBeGreaterThan(0.3);
    expect(await playing()).toMatchObject({ isPaused: false, isMuted: false });
  });

  it('is sought by a touch on the bar', async () => {
    const bar = post().getByRole('slider', { name: 'Position' });
    const box = await bar.boundingBox();
    if (!box) throw new Error('There is no bar.');
    expect(box.height).toBeGreaterThanOrEqual(44);
    await page.touchscreen.tap(box.x + box.width * 0.75, box.y + box.height / 2);
    await expect.poll(async () => Math.round((await playing()).time), soon).toBeGreaterThan(seconds * 0.7);
    await expect.poll(() => bar.getAttribute('aria-valuetext')).toMatch(/^0:[45]\d of 1:0\d$/);
    await expect.poll(async () => (await playing()).isPaused, soon).toBe(false);
  });

  it('goes ten seconds back by two taps on its side', async () => {
    const { time } = await playing();
    await expect
      .poll(
        async () => {
          await doubleTapAt(0.12);
          return (await playing()).time;
        },
        { ...soon, interval: 400 },
      )
      .toBeLessThan(time - 5);
  });

  it('takes another quality and speed, and goes on where it was', async () => {
    await post().getByRole('button', { name: 'Quality and speed' }).tap();
    await post().getByText('360p', { exact: true }).tap();
    await expect.poll(async () => (await playing()).height, soon).toBe(360);
    expect((await playing()).time).toBeGreaterThan(10);
    await post().getByText('1.5×', { exact: true }).tap();
    expect(
      await post()
        .locator('video')
        .evaluate((video: HTMLVideoElement) => video.playbackRate),
    ).toBe(1.5);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => post().getByRole('group', { name: 'Speed' }).count(), soon).toBe(0);
  });

  it('asks for new addresses when those it has no longer work', async () => {
    let refused = 0;
    const media = /\/media\/[^/]+\/[hm]\d+\//;
    await page.route(media, (route) =>
      refused < 1 ? ((refused += 1), route.fulfill({ status: 403 })) : route.continue(),
    );
    const again = page.waitForRequest(/get-blog-data-by-id/);
    // A quality that is not loaded yet.
    const { time } = await playing();
    await choose('540p');
    await again;
    await expect.poll(async () => (await playing()).height, soon).toBe(540);
    await expect.poll(async () => (await playing()).time, soon).toBeGreaterThan(time - 1);
    await expect.poll(async () => (await playing()).isPaused, soon).toBe(false);
    expect(await post().getByText('The video could not be loaded.').count()).toBe(0);
    await page.unroute(media);
  });

  it('says so when they fail for good, and plays once they work again', async () => {
    const media = /\/media\/[^/]+\/(?:master|[hm]\d+)\//;
    await page.route(media, (route) => route.fulfill({ status: 403 }));
    await fan.open(new URL(page.url()).pathname);
    await post().getByRole('button', { name: 'Play, 1 minute' }).tap();
    await post().getByRole('alert').filter({ hasText: 'The video could not be loaded.' }).waitFor();
    await page.unroute(media);
    await post().getByRole('button', { name: 'Try again' }).tap();
    await expect.poll(async () => (await playing()).time, soon).toBeGreaterThan(0.2);
  });
});

describe('what is said under it', () => {
  it('POST-069 a like counts at once, before the server has answered', async () => {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(
      '**/api/blog/like-dislike',
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    const heart = post().getByRole('button', { name: /^Like/ });
    const before = Number(await heart.locator('.figures').textContent());
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false');
    await heart.tap();
    await expect.poll(() => heart.getAttribute('aria-pressed'), soon).toBe('true');
    expect(Number(await heart.locator('.figures').textContent())).toBe(before + 1);
    answer();
    await fan.quiet();
    expect([await heart.getAttribute('aria-pressed'), Number(await heart.locator('.figures').textContent())]).toEqual([
      'true',
      before + 1,
    ]);
  });

  it('POST-006 stands there at once, and can be taken away again', async () => {
    await post().getByLabel('Write a comment').fill('One take? I counted two.');
    await post().getByRole('button', { name: 'Send comment' }).tap();
    const comment = post().getByRole('listitem').filter({ hasText: 'One take? I counted two.' });
    await comment.waitFor();
    await comment.getByRole('button', { name: /^Actions for .+ comment$/ }).tap();
    await comment.getByRole('button', { name: 'Remove' }).tap();
    await page
      .getByRole('dialog', { name: 'Are you sure you want to remove this comment?' })
      .getByRole('button', { name: 'Remove' })
      .tap();
    await page.getByText('Comment removed.').waitFor();
    await expect.poll(() => comment.count(), soon).toBe(0);
  });
});

describe('a film for sale', () => {
  it('POST-072 whoever presses its heart before it is theirs is led to the post', async () => {
    await client.call('PATCH /api/app_settings', {
      token: creatorToken,
      body: { enable_like_count_for_private_locked_post: true },
    });
    const heart = cardOf('The lid that sang').getByRole('button', { name: /^Like/ });
    await expect
      .poll(async () => {
        await fan.open('/home');
        return heart.count();
      }, soon)
      .toBe(1);
    await cardOf('The lid that sang').getByText('1 photo · 1 video').waitFor();
    await heart.tap();
    await page.waitForURL('**/feed/*');
    await expect.poll(() => post().getByRole('button', { name: /^Like/ }).getAttribute('aria-pressed')).toBe('false');
  });

  it('POST-075 sharpens when it is bought, and turns to the photo beside it', async () => {
    expect(await page.locator('video').count()).toBe(0);
    await post()
      .getByRole('button', { name: /^Unlock for \$9\.00/ })
      .tap();
    await page.getByText('Please Confirm Your Purchase of $9.00.', { exact: true }).last().waitFor();
    await page.getByRole('definition').filter({ hasText: '1 photo · 1 video' }).waitFor();
    await page.getByRole('button', { name: 'Confirm', exact: true }).tap();
    await page.getByText('Unlocked. Enjoy!').waitFor();
    await post().getByRole('button', { name: 'Play, 6 seconds' }).tap();
    await expect.poll(async () => (await playing()).time, soon).toBeGreaterThan(0.1);
    await post().getByRole('button', { name: 'Next', exact: true }).tap();
    await post().getByText('2 / 2', { exact: true }).waitFor();
    await expect.poll(async () => (await playing()).isPaused, soon).toBe(true);
  });

  it('POST-044 shows the photo over the whole window, until Escape, a press beside it or the button', async () => {
    const viewer = page.locator('dialog.viewer');
    const open = async (): Promise<void> => {
      await post().getByRole('button', { name: 'View full size' }).tap();
      await viewer.waitFor();
      await viewer.getByText('2 / 2', { exact: true }).waitFor();
      await expect.poll(async () => (await viewer.getByRole('img').boundingBox())?.x ?? -1, soon).toBe(0);
    };
    const isGone = async (): Promise<void> => {
      await expect.poll(() => viewer.count(), soon).toBe(0);
    };
    await open();
    await page.keyboard.press('Escape');
    await isGone();
    await open();
    expect(await findBarriers(page)).toEqual([]);
    await viewer.getByRole('button', { name: 'Close', exact: true }).tap();
    await isGone();
    await open();
    await page.touchscreen.tap(60, 780);
    await isGone();
    await post().waitFor();
  });

  it('is among what was bought, and in the gallery', async () => {
    await fan.open('/purchased-contents');
    await cardOf('The lid that sang').getByText('$9.00').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await fan.open('/gallery?type=video');
    await page
      .getByRole('button', { name: /Video, 1 minute/ })
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: /Video, 6 seconds/ })
      .first()
      .tap();
    await page.getByRole('button', { name: 'Play, 6 seconds' }).waitFor();
    await page.getByRole('link', { name: 'See the post' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});

it('nothing of them opens to a guest who copies every address that went over the line', async () => {
  await noted.settled();
  const addresses = mediaAddressesIn(noted.received);
  const variants = new Set(addresses.map((path) => path.split('/')[3]));
  expect([...variants]).toEqual(expect.arrayContaining(['master', 'm360', 'h360', 'mp4', 'sprite', 'thumb']));
  const answers = await Promise.all(
    addresses.map(async (path) => (await client.ask(`GET ${path}`, { onPage: true })).status),
  );
  expect(addresses.filter((_, index) => answers[index] !== 404)).toEqual([]);
});

it('TAG-01 TAG-02 a tag shows its posts alone, and Reset all of them again', async () => {
  const { page: wide } = creator;
  await creator.open('/home');
  const total = wide.locator('.feed-count');
  const all = await total.textContent();
  await wide.locator('.tag-chips').getByRole('button').first().click();
  await wide.waitForURL('**feed_tag_id=**');
  await expect.poll(() => total.textContent(), soon).not.toBe(all);
  await wide.locator('.tag-chips').getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => total.textContent(), soon).toBe(all);
  expect(new URL(wide.url()).search).toBe('');
});

it('POST-021 POST-081 POST-109 staff delete a post from its card, one of three beside each other, which leaves', async () => {
  await creator.open('/home');
  expect(
    await creator.page
      .locator('.post-grid')
      .first()
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length),
  ).toBe(3);
  const card = creator.page.getByRole('article').filter({ hasText: 'Throwing, one take.' }).first();
  await card.getByRole('button', { name: 'Post actions' }).click();
  await card.getByRole('button', { name: 'Delete' }).click();
  await creator.page
    .getByRole('dialog', { name: 'Are you sure you want to delete this post?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await creator.page.getByText('Post deleted.').waitFor();
  await expect.poll(() => card.count(), soon).toBe(0);
});

it('nothing broke on the way', () => {
  expect(visits.flatMap(({ complaints }) => complaints)).toEqual([]);
});
