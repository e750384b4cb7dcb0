import type { PostView } from '@backlot/contracts/posts';
import { madeFilm } from '@backlot/media/testing/made-films';
import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import { openSiteClient, type SiteClient } from '@backlot/testing/site-client';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from '../testing/journey/axe.ts';
import { makePhoto } from '../testing/journey/photos.ts';
import { openVisit, type Visit } from '../testing/journey/visit.ts';

let site: DemoSite;
let browser: Browser;
let client: SiteClient;
let creator: Visit;
let page: Page;
/** A good film, long in the making, and one whose end is cut off. */
let whole: Buffer;
let damaged: Buffer;
/** Small and short, to be sold. */
let teapot: Buffer;
/** Films load in a moment, which a busy machine stretches. */
const soon = { timeout: 20_000 };

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'films-'));
  [site, browser, whole, teapot] = await Promise.all([
    startDemoSite(),
    launchChromium(),
    madeFilm(folder, { width: 960, height: 540, seconds: 30, rate: 12 }),
    madeFilm(folder, { width: 640, height: 360, seconds: 8, rate: 6 }),
  ]);
  damaged = whole.subarray(0, Math.round(whole.length * 0.6));
  await rm(folder, { recursive: true });
  client = openSiteClient('clay.localhost', site.port);
  creator = await openVisit(browser, site, 'clay', {
    token: await client.login('creator@clay.example', 'Demo-creator-2026'),
    width: 1440,
  });
  ({ page } = creator);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

describe('the preview of a sold film', () => {
  const words = 'A teapot in nine minutes, cut to the best of it.';
  const missing = (): Locator => page.getByRole('list', { name: 'Before you can post' });
  const chosen = (): Locator => page.locator('.preview-chosen');

  it('is nothing at first: switching it on chooses no file, and the post waits for a choice', async () => {
    await creator.open('/admin/create-post');
    await page
      .locator('input[type=file][multiple]')
      .first()
      .setInputFiles([{ name: 'teapot.mp4', mimeType: 'video/mp4', buffer: teapot }]);
    await page.getByRole('listitem').filter({ hasText: 'Uploaded' }).first().waitFor({ timeout: 60_000 });
    // The pill says that all is done, and leaves.
    await page.locator('.tray-pill').waitFor({ state: 'detached', timeout: 30_000 });
    await page.getByLabel('Caption', { exact: true }).fill(words);
    await page.getByRole('switch', { name: 'Add Preview' }).click();
    await missing().getByText('Choose a preview, or turn it off.').waitFor();
    expect(await chosen().count()).toBe(0);
    const card = page.getByRole('region', { name: 'What a fan sees' });
    await card.locator('.post-card .picture-blurred img').waitFor();
    expect(await card.locator('.picture:not(.picture-blurred)').count()).toBe(0);
  }, 120_000);

  it('the whole film is given away only after a yes in words', async () => {
    await page.getByRole('button', { name: /^File 1, teapot/ }).click();
    const question = page.getByRole('dialog', { name: 'Give this file away?' });
    await question
      .getByText('Everyone, guests included, will be able to watch the whole video “teapot.mp4” without paying.')
      .waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await missing().getByText('Choose a preview, or turn it off.').waitFor();
    await page.getByRole('button', { name: /^File 1, teapot/ }).click();
    await question.getByRole('button', { name: 'Give it away' }).click();
    await chosen().getByText('Given away: everyone sees this file in full.').waitFor();
    await chosen().getByRole('button', { name: 'Remove' }).click();
  });

  it('a trailer from where the creator wants it is all that guests get to see', async () => {
    await page.getByLabel('Start of the trailer').fill('3');
    await page.getByText('0:03 to 0:07').waitFor();
    await page.getByRole('button', { name: 'Cut a trailer' }).click();
    await chosen().getByText('Trailer, 0:03 to 0:07').waitFor();
    const card = page.getByRole('region', { name: 'What a fan sees' });
    await card.locator('.picture:not(.picture-blurred) img[data-ready]').waitFor({ timeout: 60_000 });
    await missing().getByText('Ready to go').waitFor();
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.waitForURL('**/admin/posts*');
    const seen = await client.call('GET /api/blogs');
    const made = (seen.blogs as unknown as readonly PostView[]).find(({ title }) => title.startsWith('A teapot'));
    expect(made).toMatchObject({
      state: 'locked_nonmember',
      media: [{ hls_url: null, mp4_url: null, url: null }],
      media_preview: [{ type: 'video', hls_url: expect.any(String) }],
    });
    expect(Math.round(made?.media_preview[0]?.duration ?? 0)).toBe(4);
    expect(creator.complaints).toEqual([]);
  }, 120_000);
});

describe('a film that turns out to be damaged', () => {
  const words = 'The door, and what came after it.';
  const tile = (): Locator => page.getByRole('listitem').filter({ hasText: words });

  it('POST-026 POST-027 POST-064 the post waits for its files, and the creator is told', async () => {
    await creator.open('/admin/create-post');
    await page.getByRole('textbox', { name: 'Caption' }).fill(words);
    await page.getByRole('radio', { name: /^Public/ }).check();
    const files = page.locator('input[type=file][multiple]').first();
    await files.setInputFiles([{ name: 'door.mp4', mimeType: 'video/mp4', buffer: whole }]);
    await page.locator('[data-film]').filter({ hasText: 'Processing' }).waitFor();
    // Films are made one after another: this one is not looked at yet when the post is sent.
    await files.setInputFiles([{ name: 'after.mp4', mimeType: 'video/mp4', buffer: damaged }]);
    await expect
      .poll(() => page.getByRole('button', { name: 'Post', exact: true }).getAttribute('aria-disabled'), {
        ...soon,
        interval: 10,
      })
      .toBe(null);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByText('The uploaded post is being processed and will be visible in some time.').waitFor();
    await page.waitForURL('**/admin/posts');
    await tile().getByText('Processing').first().waitFor();
    await page
      .getByText(/^Your post “The door, and what came after it\.” could not be processed\.$/)
      .waitFor({ timeout: 60_000 });
    await tile().getByText('Something in this post could not be processed.').waitFor();
    expect((await client.call('GET /api/blogs')).blogs.filter(({ title }) => title.startsWith('The door'))).toEqual([]);
  });

  it('POST-065 POST-066 Review And Post names the film, a photo takes its place, and the post is out', async () => {
    await tile().getByRole('button', { name: 'Review And Post' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review And Post' });
    await dialog.getByText('1 file could not be processed. Remove or replace it, then post.').waitFor();
    await dialog.getByText('after.mp4 could not be read. It may be damaged.').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Review And Post' }).click();
    await dialog.getByRole('alert').filter({ hasText: '1 file needs you' }).waitFor();
    await dialog.getByRole('button', { name: 'Remove Video 2' }).click();
    await dialog.getByText('All problems are fixed. Check the post, then publish it.').waitFor();
    await dialog
      .locator('input[type=file][multiple]')
      .first()
      .setInputFiles([await makePhoto('hinge.jpg', { r: 120, g: 90, b: 60 }, 1200)]);
    await dialog.getByRole('listitem').filter({ hasText: 'Uploaded' }).first().waitFor({ timeout: 60_000 });
    await dialog.getByRole('button', { name: 'Review And Post' }).click();
    await page.getByText('Content reviewed successfully.').waitFor();
    await expect.poll(() => dialog.count(), soon).toBe(0);
    await tile().getByText('Something in this post could not be processed.').waitFor({ state: 'detached' });
    await expect
      .poll(
        async () =>
          (await client.call('GET /api/blogs')).blogs.find(({ title }) => title.startsWith('The door'))?.media.length,
        { timeout: 60_000 },
      )
      .toBe(2);
  });
});

it('nothing broke on the way', () => {
  expect(creator.complaints).toEqual([]);
});
