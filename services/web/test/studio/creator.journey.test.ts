import { createTwinControl } from '@backlot/payments/twin-control';
import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import { openSiteClient, type SiteClient } from '@backlot/testing/site-client';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logInOnPage, newEmail, password } from '../testing/journey/account.ts';
import { choose } from '../testing/journey/choose.ts';
import { makeFilm } from '../testing/journey/films.ts';
import { makePhoto } from '../testing/journey/photos.ts';
import { lookAt } from '../testing/journey/picture.ts';
import { openVisit, type Visit } from '../testing/journey/visit.ts';

let site: DemoSite;
let browser: Browser;
let creator: Visit;
/** A second tab of the creator's, open before anything is sent: opening it takes as long as a film needs, at times. */
let second: Page;
let fan: Visit;
let client: SiteClient;
let token = '';
const fanEmail = newEmail();
const filmName = 'kiln-minute.mp4';
let folder = '';
let files: string[] = [];
const caption = 'Two kilns, one door, and a cone that fell over on its own.';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journey-files-'));
  [site, browser, files] = await Promise.all([startDemoSite(), launchChromium(), makeFiles(folder)]);
  client = openSiteClient('clay.localhost', site.port);
  token = await client.register(fanEmail, password, 'Ines Falk');
  await client.subscribe(token, fanEmail);
  creator = await openVisit(browser, site, 'clay', { width: 1440 });
  fan = await openVisit(browser, site, 'clay', { token, isTouch: true });
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function makeFiles(into: string): Promise<string[]> {
  const photos = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const { name, buffer } = await makePhoto(
        `shelf-${index + 1}.jpg`,
        { r: 200 - index * 12, g: 90, b: 40 + index * 15 },
        1200,
      );
      await writeFile(join(into, name), buffer);
      return join(into, name);
    }),
  );
  await makeFilm(join(into, filmName), { bytes: 20_000_000 });
  return [...photos.slice(0, 3), join(into, filmName), ...photos.slice(3)];
}

/** As on a phone's connection, so that progress can be seen. */
async function slowDown({ context, page }: Visit, bytesPerSecond: number): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 10,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

/** A page that was loaded again has forgotten this. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (globalThis as { marked?: boolean }).marked = true;
  });
const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => (globalThis as { marked?: boolean }).marked === true);
/** Percent of the film; all of it where it is being processed, which has a bar of its own. */
const filmSent = (page: Page): Promise<number> =>
  page
    .locator('[data-film]')
    .evaluate((tile: HTMLElement) =>
      ['processing', 'ready'].includes(tile.dataset['phase'] ?? '')
        ? 100
        : Number(tile.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow') ?? 0),
    );
const cardOf = (page: Page) => page.getByRole('article').filter({ hasText: 'Two kilns, one door' });

describe('the creator of clay', () => {
  it('logs in and finds the creator area', async () => {
    const { page } = creator;
    await logInOnPage(creator, 'creator@clay.example', 'Demo-creator-2026');
    await page.waitForURL((url) => url.pathname !== '/login');
    await page.getByRole('link', { name: 'Creator area' }).first().click();
    await page.waitForURL('**/admin');
    await page.getByRole('region', { name: 'Earned today' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Create post' }).click();
    await page.waitForURL('**/admin/create-post');
    await page.getByRole('heading', { name: 'New post' }).waitFor();
  });

  it('POST-055 POST-057 chooses twelve photos and a film of a minute, and sees them on their way', async () => {
    const { page } = creator;
    await expect
      .poll(() => page.getByRole('button', { name: 'Post', exact: true }).getAttribute('aria-disabled'))
      .toBe('true');
    second = await creator.context.newPage();
    await second.goto(`${creator.origin}/admin/content-manager`);
    await second.getByRole('heading', { level: 1 }).waitFor();
    await slowDown(creator, 1_000_000);
    await page.locator('input[type=file]').setInputFiles(files);
    await page
      .getByText(/^Uploading [\d.]+ MB of [\d.]+ MB/)
      .first()
      .waitFor();
    await page
      .getByRole('complementary', { name: 'Uploads' })
      .getByText(/^Uploading \d+ of 13$/)
      .waitFor();
    await page.getByText('12 photos · 1 video').first().waitFor();
  });

  it('loads the page again in the middle, and the film goes on from the parts that have arrived, in one of two tabs', async () => {
    const { page } = creator;
    const asked: string[] = [];
    creator.context.on('request', (request) => {
      if (/\/api\/upload\/(?:generate_presigned_url|complete)$/.test(request.url()))
        asked.push(
          `${request.url().split('/').at(-1)} ${request.postDataJSON().file_name ?? request.postDataJSON().media_id}`,
        );
    });
    // The other tab sees them on their way and sends nothing itself.
    const seenBeside = second
      .getByRole('complementary', { name: 'Uploads' })
      .getByText(/ of 13/)
      .waitFor();
    let before = 0;
    await expect
      .poll(async () => (before = await filmSent(page)), { timeout: 60_000, interval: 20 })
      .toBeGreaterThan(30);
    await seenBeside;
    expect(before).toBeLessThan(100);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('12 photos · 1 video').first().waitFor();
    await expect.poll(() => filmSent(page), { timeout: 60_000, interval: 20 }).toBeGreaterThan(before);
    await slowDown(creator, -1);
    await page
      .locator('[data-film]')
      .getByText(/^Processing|^Uploaded/)
      .waitFor({ timeout: 60_000 });
    await second
      .getByRole('complementary', { name: 'Uploads' })
      .getByText(/^Processing|^13 /)
      .first()
      .waitFor({ timeout: 60_000 });
    // A photo that was on its way at that moment is sent again; the film goes on under its one name, and nothing arrives twice.
    expect(asked.filter((call, index) => asked.indexOf(call) !== index && !/shelf-\d+\.jpg$/.test(call))).toEqual([]);
    await second.close();
  }, 300_000);

  it('is told what is missing, writes a caption and sets a price', async () => {
    const { page } = creator;
    await page.getByText('Please Add Caption').first().waitFor();
    await page.getByRole('textbox', { name: 'Caption' }).fill(caption);
    await page.getByRole('radio', { name: /^Locked/ }).check();
    const price = page.getByRole('textbox', { name: 'Price' });
    await price.fill('4');
    await page.getByText('Choose an amount between $5.00 and $450.00').first().waitFor();
    await price.fill('23');
    await page.getByText('Price is within your limits').waitFor();
    await page.getByRole('article').getByText('Unlock for $23.00').waitFor();
  });

  it('POST-058 schedules it for tomorrow, and hears without a new page that it is ready', async () => {
    const { page } = creator;
    await mark(page);
    await page.getByRole('switch', { name: 'Schedule Post' }).press('Space');
    await choose(page, page.getByRole('combobox', { name: 'Hour', exact: true }), '9');
    await choose(page, page.getByRole('combobox', { name: 'Minute', exact: true }), '30');
    await page.getByText('AM', { exact: true }).click();
    const schedule = page.getByRole('button', { name: /^Schedule for .*9:30.AM$/ });
    const missing = page.getByRole('list', { name: 'Before you can post' });
    // Not the button: the list says what is missing where it does not come to this.
    await expect.poll(() => missing.innerText(), { timeout: 60_000, interval: 10 }).toContain('Ready to go');
    await expect.poll(() => schedule.getAttribute('aria-disabled')).toBe(null);
    await schedule.click();
    const [done, processing] = [
      'Content scheduled successfully.',
      'The uploaded post is being processed and will be visible in some time.',
    ];
    await page.getByText(new RegExp(`^(?:${done}|${processing})$`)).waitFor();
    await page.waitForURL('**/admin/posts');
    const tile = page.getByRole('listitem').filter({ hasText: 'Two kilns, one door' });
    await tile.getByText('$23.00').waitFor();
    await expect.poll(() => tile.getByText('Processing').count(), { timeout: 90_000 }).toBe(0);
    await tile.getByText('Scheduled').waitFor();
    expect(await isMarked(page)).toBe(true);
    expect(
      (await client.call('GET /api/blogs', { token })).blogs.filter(({ title }) => title.startsWith('Two kilns')),
    ).toEqual([]);
  }, 300_000);

  it('POST-100 takes the schedule off, and it is out', async () => {
    const { page } = creator;
    await page.getByRole('button', { name: /^Actions for the post: Two kilns, one door/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit post' });
    await dialog.getByRole('switch', { name: 'Schedule Post' }).press('Space');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Post updated successfully.').waitFor();
    const tile = page.getByRole('listitem').filter({ hasText: 'Two kilns, one door' });
    await tile.getByText('Scheduled').waitFor({ state: 'detached' });
  });
});

describe('a member', () => {
  it('POST-030 sees the new post first, blurred and with its price', async () => {
    const { page } = fan;
    await fan.open('/home');
    await page.getByRole('article').first().filter({ hasText: 'Two kilns, one door' }).waitFor();
    await cardOf(page).getByText('12 photos').waitFor();
    await cardOf(page).getByRole('button', { name: 'Unlock for $23.00' }).waitFor();
    expect(await cardOf(page).getByRole('img').count()).toBe(0);
    const shown = await cardOf(page)
      .locator('img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).currentSrc));
    expect(shown.every((url) => url === '' || url.endsWith('/blur'))).toBe(true);
  });

  it('buys it from the feed, and gets the pictures without where they were taken', async () => {
    const { page } = fan;
    await cardOf(page).getByRole('button', { name: 'Unlock for $23.00' }).click();
    await page.getByText('Please Confirm Your Purchase of $23.00.', { exact: true }).last().waitFor();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Unlocked. Enjoy!').waitFor();
    const picture = cardOf(page).getByRole('img').first();
    await expect.poll(async () => (await lookAt(picture)).width).toBeGreaterThan(0);
    await expect.poll(() => lookAt(picture)).toMatchObject({ isSharp: true });
    const { status, body } = await client.ask(`GET ${(await lookAt(picture)).path}`, {
      onPage: true,
      headers: { cookie: `session=${token}` },
    });
    expect(status).toBe(200);
    const { exif, format, width } = await sharp(body).metadata();
    expect({ exif, format }).toEqual({ exif: undefined, format: 'webp' });
    expect(width).toBeLessThanOrEqual(2400);
  });

  it('turns its pictures as often as asked, however fast', async () => {
    const { page } = fan;
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await cardOf(page).getByRole('paragraph').getByRole('link').click();
    const next = page.getByRole('dialog').getByRole('button', { name: 'Next', exact: true });
    await next.evaluate(async (button: HTMLElement) => {
      for (let press = 0; press < 3; press += 1) {
        button.click();
        await new Promise((done) => {
          setTimeout(done, 60);
        });
      }
    });
    await page.getByRole('dialog').getByText('4 / 13', { exact: true }).waitFor();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.keyboard.press('Escape');
    await page.waitForURL('**/home');
  });

  it('plays the film of it on the phone, and goes on where the bar is touched', async () => {
    const { page } = fan;
    await cardOf(page).getByRole('paragraph').getByRole('link').tap();
    const post = page.getByRole('dialog');
    const next = post.getByRole('button', { name: 'Next', exact: true });
    for (const place of ['2 / 13', '3 / 13', '4 / 13']) {
      await next.tap();
      await post.getByText(place, { exact: true }).waitFor();
    }
    await post.getByRole('button', { name: 'Play, 1 minute' }).tap();
    const time = () => post.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
    await expect.poll(time, { timeout: 20_000 }).toBeGreaterThan(0.3);
    const box = await post.getByRole('slider', { name: 'Position' }).boundingBox();
    if (!box) throw new Error('There is no bar.');
    await page.touchscreen.tap(box.x + box.width * 0.75, box.y + box.height / 2);
    await expect.poll(time, { timeout: 20_000 }).toBeGreaterThan(40);
    const there = await time();
    await expect.poll(time, { timeout: 20_000 }).toBeGreaterThan(there);
    await page.keyboard.press('Escape');
    await page.waitForURL('**/home');
  });
});

describe('the creator again', () => {
  it('finds the sale among the transactions', async () => {
    const { page } = creator;
    await page
      .getByRole('navigation', { name: 'Creator area navigation' })
      .getByRole('link', { name: 'Transactions' })
      .click();
    await page.waitForURL('**/admin/transactions');
    const sale = page.getByRole('row').filter({ hasText: 'Ines Falk' }).filter({ hasText: '$23.00' });
    await sale.getByText('Paid').waitFor();
    await page.getByRole('row').filter({ hasText: 'Ines Falk' }).filter({ hasText: '$9.00' }).waitFor();
    await sale.getByRole('link', { name: 'Ines Falk' }).click();
    await page.getByRole('heading', { name: 'Membership history' }).waitFor();
    const address = page.url();
    expect(address).toMatch(/\/admin\/subscribers\/[^/?]+$/);
    await expect.poll(() => page.title()).toMatch(/^Ines Falk · /);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL('**/admin/transactions');
    await creator.open('/admin');
    const recent = page.getByRole('region', { name: 'Recent sales' });
    await recent.getByRole('link', { name: 'Ines Falk' }).first().click();
    await page.waitForURL(address);
  });

  it('finds the fan, what they spent and what they bought', async () => {
    const { page } = creator;
    await page.getByRole('navigation', { name: 'Creator area navigation' }).getByRole('link', { name: 'Fans' }).click();
    await page.waitForURL('**/admin/subscribers');
    await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(fanEmail);
    await page.waitForURL((url) => url.searchParams.size > 0);
    const row = page.getByRole('row').filter({ hasText: fanEmail });
    await row.getByText('Active').waitFor();
    await row.getByText('$32.00').first().waitFor();
    await row.getByText('Ines Falk').click();
    await page.getByText(caption, { exact: true }).first().waitFor();
  });

  it('gives the money back from the row; the provider refuses, so it is owed until it is paid by hand', async () => {
    const { page } = creator;
    const twin = createTwinControl({ url: `http://127.0.0.1:${site.port + 1}`, apiKey: 'sandbox-key' });
    await twin.faults([{ kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 }]);
    await creator.open('/admin/transactions');
    const sale = page.getByRole('row').filter({ hasText: 'Ines Falk' }).filter({ hasText: '$23.00' });
    await sale.getByRole('button', { name: /^Actions: / }).click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    const refund = page.getByRole('dialog', { name: 'Refund this payment' });
    await refund.getByText('The post is locked again for this fan.').waitFor();
    await refund.getByLabel('Amount', { exact: true }).fill('24');
    await refund.getByText('Enter an amount between $0.01 and $23.00.').waitFor();
    await refund.getByLabel('Amount', { exact: true }).fill('23');
    await refund.getByRole('button', { name: 'Refund $23.00' }).click();
    await refund.getByText('Give a reason.').waitFor();
    await refund.getByLabel('Reason', { exact: true }).fill('The kiln was cold');
    await refund.getByRole('button', { name: 'Refund $23.00' }).click();
    await sale.getByText(/^Refund (?:pending|owed)$/).waitFor();
    const owed = page.getByRole('row').filter({ hasText: 'Ines Falk' }).filter({ hasText: 'Refund owed' });
    await expect
      .poll(async () => {
        await creator.open('/admin/open-items');
        await page.getByRole('heading', { name: 'Open items', level: 1 }).waitFor();
        return owed.count();
      })
      .toBe(1);
    await page.getByRole('link', { name: /^Open items\s*1 open$/ }).waitFor();
    await owed.getByRole('button', { name: /^Settle: / }).click();
    const settle = page.getByRole('dialog', { name: 'Settle this item' });
    await settle.getByText('The fan then loses what this payment bought.').waitFor();
    await settle.getByRole('button', { name: 'Settle' }).click();
    await settle.getByText('Say what shows it.').waitFor();
    await settle.getByLabel('Evidence', { exact: true }).fill('Bank transfer 77');
    await settle.getByRole('button', { name: 'Settle' }).click();
    await owed.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Settled', exact: true }).click();
    await page.waitForURL('**state=settled**');
    await owed.getByText('Paid by hand').click();
    await page.getByText('Bank transfer 77').waitFor();
    await creator.open('/admin/transactions');
    await sale.getByText('Refunded', { exact: true }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('Refunded', { exact: true }).filter({ visible: true }).first().waitFor();
  });
});

describe('the fan, last of all', () => {
  it.each([1440, 390])('no longer has what was given back, %i px wide', async (width) => {
    await fan.page.setViewportSize({ width, height: 844 });
    await fan.open('/home');
    await cardOf(fan.page).getByRole('button', { name: 'Unlock for $23.00' }).waitFor();
  });
});

it('nothing broke on the way', () => {
  expect([...creator.complaints, ...fan.complaints]).toEqual([]);
});
