import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Visit } from '../testing/journey/visit.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';

const sites = openDemoSites();
let creator: Visit;
let page: Page;
beforeAll(async () => {
  creator = await sites.visit('clay', { width: 1440, token: sites.creators.clay });
  ({ page } = creator);
});

const enter = async (email: string, password: string, width = 1440): Promise<Visit> =>
  sites.visit('clay', { width, token: await sites.clients.clay.login(email, password) });
/** The post of this journey as guests know it. */
const idInFeed = async (): Promise<string | undefined> =>
  (await sites.clients.clay.call('GET /api/blogs')).blogs.find(({ title }) => title.startsWith(caption))?._id;
const pictures = join(import.meta.dirname, '../../../../tenants/clay/content/media');
const caption = `Opened at dawn, ${Date.now()}`;

describe('the creator', () => {
  it("sees today's money and finds the new post with one key", async () => {
    await creator.open('/admin');
    await page.getByRole('region', { name: 'Earned today' }).getByText(/^\$/).first().waitFor();
    await page.keyboard.press('t');
    await page
      .getByRole('region', { name: 'Earned today' })
      .getByRole('rowheader', { name: /11:00\sPM/ })
      .waitFor();
    await page.keyboard.press('c');
    await page.waitForURL('**/admin/create-post');
    await page.getByRole('heading', { name: 'New post', level: 1 }).waitFor();
  });

  it('POST-057 uploads three photos, sets their order with keys, and loses nothing by a reload', async () => {
    const names = (await readdir(pictures)).filter((name) => name.endsWith('.jpg')).slice(0, 3);
    const files = await Promise.all(
      names.map(async (name) => ({ name, mimeType: 'image/jpeg', buffer: await readFile(join(pictures, name)) })),
    );
    await page.locator('input[type=file][multiple]').setInputFiles(files);
    await page.getByRole('listitem').filter({ hasText: 'Uploaded' }).nth(2).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: new RegExp(`^${names[0]}, 1 of 3`) }).press('ArrowRight');
    await page.getByRole('img', { name: `File 2 of 3: ${names[0]}` }).waitFor();
    await page.getByLabel('Caption', { exact: true }).fill(caption);
    await page.getByText(/^Draft saved/).waitFor();
    await page.reload();
    await page.getByRole('img', { name: `File 2 of 3: ${names[0]}` }).waitFor();
    await expect.poll(() => page.getByLabel('Caption', { exact: true }).inputValue()).toBe(caption);
  }, 300_000);

  it('POST-085 POST-053 is told of the bounds beside the form, and sees the card as fans will', async () => {
    await page.getByLabel('Price', { exact: true }).fill('2');
    await page
      .getByRole('list', { name: 'Before you can post' })
      .getByText('Choose an amount between $5.00 and $450.00')
      .waitFor();
    await page.getByLabel('Price', { exact: true }).fill('11');
    const card = page.getByRole('region', { name: 'What a fan sees' });
    await card.getByText('Unlock for $11.00').waitFor();
    await card.getByRole('radio', { name: 'After purchase' }).check({ force: true });
    await expect.poll(() => card.getByText('Unlock for $11.00').count()).toBe(0);
    const preview = page.getByRole('switch', { name: 'Add Preview' });
    await preview.click();
    // On the knob itself, which has moved to the far end.
    await preview.click({ position: { x: 28, y: 16 } });
    expect(await preview.isChecked()).toBe(false);
    await page.getByRole('radio', { name: /^Public/ }).check({ force: true });
    expect(await page.getByRole('switch', { name: 'Add Preview' }).count()).toBe(0);
    await page.getByRole('radio', { name: /^Locked/ }).check({ force: true });
  });

  it("POST-063 posts with the keyboard and finds the post in the list and in a fan's feed", async () => {
    await page.getByRole('list', { name: 'Before you can post' }).getByText('Ready to go').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL('**/admin/posts');
    await page
      .getByRole('status')
      .filter({ hasText: /Content posted successfully\.|The uploaded post is being processed/ })
      .waitFor();
    await page.getByRole('listitem').filter({ hasText: caption }).getByText('$11.00').waitFor();
    const client = sites.clients.clay;
    const fan = await client.login('fan@demo.example', 'Demo-fan-2026');
    await expect
      .poll(async () => (await client.call('GET /api/blogs', { token: fan })).blogs[0], { timeout: 20_000 })
      .toMatchObject({
        description: caption,
        state: 'locked_nonmember',
        media: [{ url: null }, { url: null }, { url: null }],
      });
    await creator.open('/admin/create-post');
    await expect.poll(() => page.getByLabel('Caption', { exact: true }).inputValue()).toBe('');
    await expect.poll(() => page.getByLabel('Price', { exact: true }).inputValue()).toBe('20');
  });

  const task = async (name: string): Promise<void> => {
    await page
      .getByRole('button', { name: `Actions for the post: ${caption.slice(0, 60)}` })
      .first()
      .click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };

  it('POST-082 POST-097 POST-108 edits it: what is wrong stands at its field, and the card changes in place', async () => {
    await creator.open('/admin/posts');
    await task('Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit post' });
    await dialog.getByLabel('Caption', { exact: true }).fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Please Add Caption').waitFor();
    await expect.poll(() => dialog.getByLabel('Caption', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Caption', { exact: true }).fill(`${caption}, edited`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Post updated successfully.').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: `${caption}, edited` })
      .waitFor();
    await expect.poll(() => dialog.count()).toBe(0);
  });

  it('keeps what was typed into a post when Back, Forward or a link would take it along, until told to leave', async () => {
    await creator.open('/admin/create-post');
    await page.getByRole('link', { name: 'Posts', exact: true }).first().click();
    await page.waitForURL('**/admin/posts');
    await task('Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit post' });
    const typed = dialog.getByLabel('Caption', { exact: true });
    await typed.fill('Half a sentence');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const isAskedBy = async (way: () => Promise<unknown>): Promise<void> => {
      await way();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'detached' });
      await expect.poll(() => typed.inputValue()).toBe('Half a sentence');
      expect(new URL(page.url()).pathname).toMatch(/\/edit$/);
    };
    await isAskedBy(() => page.evaluate(() => history.back()));
    await isAskedBy(() => page.evaluate(() => history.go(-2)));
    await isAskedBy(async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('Transactions');
      await page.keyboard.press('Enter');
    });
    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/admin/posts');
    await expect.poll(() => dialog.count()).toBe(0);
    // Nothing was typed: Forward and Back open and close it as before.
    await page.goForward();
    await typed.waitFor();
    await expect.poll(() => typed.inputValue()).toBe(`${caption}, edited`);
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
  });

  it('TAG-06 TAG-12 TAG-13 makes, renames and deletes a tag in the selector', async () => {
    await task('Tags');
    const dialog = page.getByRole('dialog', { name: 'SELECT TAGS' });
    await dialog.getByRole('searchbox', { name: 'Search tags' }).fill('dawn');
    await dialog.getByText('No tags match.').waitFor();
    await dialog.getByRole('button', { name: 'Create new tag' }).click();
    await dialog.getByLabel('Tag name').press('Enter');
    await expect
      .poll(() => dialog.getByRole('checkbox', { name: /^dawn/ }).isChecked(), { timeout: 20_000 })
      .toBe(true);
    await dialog.getByRole('button', { name: 'Rename the tag dawn' }).click();
    await dialog.getByLabel('Tag name').press('Enter');
    await page.getByText('Tag update successfully').waitFor();
    await dialog.getByRole('button', { name: 'Delete the tag dawn' }).click();
    await page
      .getByRole('dialog', { name: 'Are you sure you want to delete this tag?' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await dialog.getByRole('checkbox', { name: /^dawn/ }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  it('POST-101 is asked before a photo is turned', async () => {
    await task('Rotate');
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to rotate this image?' });
    await dialog.getByText('Rotate left').click();
    await expect.poll(() => dialog.getByRole('radio', { name: 'Rotate left' }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  const dragTo = async (handle: Locator, target: Locator): Promise<void> => {
    await handle.scrollIntoViewIfNeeded();
    const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
    if (!from || !to) throw new Error('There is nothing to drag.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
    await page.mouse.up();
  };

  it('REUSE-01 REUSE-13 REUSE-14 waits for the post, says what went wrong, and leaves when it cannot be had', async () => {
    await page.route(
      '**/api/blog/get-blog-for-reuse*',
      (route) => route.fulfill({ status: 404, json: { success: false, code: 'not-found', message: '' } }),
      { times: 1 },
    );
    await task('Reuse');
    await page.getByText('Something went wrong').waitFor();
    await page.waitForURL('**/admin/posts');
    let go = (): void => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(
      '**/api/blog/get-blog-for-reuse*',
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    await task('Reuse');
    const dialog = page.getByRole('dialog', { name: 'Reuse Post' });
    await dialog.getByRole('status', { name: '' }).filter({ hasText: 'Loading' }).waitFor();
    go();
    await dialog.getByLabel('Amount', { exact: true }).waitFor();
    await page.route(
      '**/api/blog/reuse-blog',
      (route) => route.fulfill({ status: 409, json: { success: false, code: 'reuse-problem', message: '' } }),
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Reuse Post' }).click();
    await dialog.getByText('There was a problem in reuse post.').waitFor();
  });

  it('REUSE-10 REUSE-25 REUSE-26 REUSE-28 REUSE-31 REUSE-32 TAG-14 publishes it again with one file less, in another order', async () => {
    const dialog = page.getByRole('dialog', { name: 'Reuse Post' });
    await dialog.getByText('for those who have NOT PURCHASED it', { exact: false }).waitFor();
    await dialog.getByText('When does it work best?').click();
    await dialog.getByText('at least a month old, ideally two to three months', { exact: false }).waitFor();
    await dialog.getByText('Change the caption and adjust the price slightly.').waitFor();
    await dialog.getByLabel('Tag', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Move Photo 1 later' }).press('Enter');
    await dialog.getByRole('img', { name: 'File 2 of 3: Photo 1' }).waitFor();
    await dragTo(
      dialog.getByRole('button', { name: /^Photo 3, 3 of 3/ }),
      dialog.getByRole('img', { name: 'File 1 of 3: Photo 2' }),
    );
    await dialog.getByRole('img', { name: 'File 1 of 3: Photo 3' }).waitFor();
    await dialog.getByRole('button', { name: 'Remove Photo 3' }).click();
    // The focus goes from what was removed to the next: a key that is pressed before lands there.
    await dialog.getByRole('img', { name: 'File 1 of 2: Photo 2' }).waitFor();
    await dialog.getByRole('switch', { name: 'Add Preview' }).press('Space');
    // What is sold is given away only after a yes.
    await dialog.getByLabel('Set as Preview').nth(1).click();
    await page.getByRole('button', { name: 'Give it away' }).click();
    await expect.poll(() => dialog.getByLabel('Set as Preview').nth(1).isChecked()).toBe(true);
    expect(await dialog.getByLabel('Set as Preview').first().isChecked()).toBe(false);
    await dialog.getByRole('switch', { name: 'Reorder' }).waitFor();
    await dialog.getByLabel('Amount', { exact: true }).fill('13');
    const before = await idInFeed();
    await dialog.getByRole('button', { name: 'Reuse Post' }).click();
    await page.getByText('Content posted successfully.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('listitem').filter({ hasText: caption }).getByText('$13.00').waitFor();
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: caption }).count()).toBe(1);
    const after = await idInFeed();
    expect(after).not.toBe(before);
    // The link of the version before leads to the new one, and the address says so.
    const guest = await sites.visit('clay');
    await guest.open(`/feed/${before}`);
    await guest.page.waitForURL(`**/feed/${after}`);
    await guest.page.getByRole('article').getByText(caption).first().waitFor();
    await guest.close();
  });

  it('REUSE-11 REUSE-33 finds both versions together among what is for sale, and who bought it', async () => {
    await creator.open('/admin/locked-exclusive-content');
    const row = page.getByRole('row').filter({ hasText: caption });
    await row.getByRole('button', { name: '2 versions' }).click();
    await page.getByRole('row').filter({ hasText: 'In the feed' }).getByText('$13.00').waitFor();
    await row.press('Enter');
    await page.getByRole('complementary', { name: 'Purchased by' }).getByText('Nobody has bought it yet.').waitFor();
    await page.keyboard.press('Escape');
    // Reused from here, the list shows the new version at once, and which it is.
    await row.getByRole('button', { name: /^Reuse/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Reuse Post' });
    await dialog.getByLabel('Amount', { exact: true }).fill('14');
    await dialog.getByRole('button', { name: 'Reuse Post' }).click();
    await dialog.waitFor({ state: 'detached' });
    const renewed = page.getByRole('row').filter({ hasText: caption }).filter({ hasText: '3 versions' });
    await renewed.getByText('$14.00').first().waitFor();
    await expect.poll(() => renewed.getAttribute('data-new')).toBe('true');
  });

  it('POST-081 deletes it after one question', async () => {
    await creator.open('/admin/posts?view=table');
    await task('Delete');
    await page
      .getByRole('dialog', { name: 'Are you sure you want to delete this post?' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await page.getByText('Post deleted.').waitFor();
    await page.getByRole('row').filter({ hasText: caption }).first().waitFor({ state: 'detached' });
  });

  it('finds a fan from anywhere, walks the rows and comes back to the list', async () => {
    const from = '/admin/posts?state=scheduled';
    await creator.open(from);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('@');
    const found = page.getByRole('listbox').getByRole('option').first();
    await found.waitFor();
    const name = (await found.locator('b').textContent()) ?? '';
    await found.click();
    await page.getByRole('heading', { name: 'Membership history' }).waitFor();
    await expect.poll(async () => (await page.title()).split(' · ')[0]).toBe(name);
    // From anywhere, and Back to there.
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL((url) => url.pathname + url.search === from);
    await creator.open('/admin/subscribers?sort=-total_amount_spent');
    await page.getByRole('row').nth(1).press('Enter');
    const panel = page.getByRole('complementary').filter({ hasText: 'Value after deductions' });
    await panel.getByRole('heading', { level: 2 }).waitFor();
    const first = await panel.getByRole('heading', { level: 2 }).textContent();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => panel.getByRole('heading', { level: 2 }).textContent()).not.toBe(first);
    expect(page.url()).toMatch(/[?&]fan=/);
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^row-/);
    await page.keyboard.press('Enter');
    await panel.getByRole('link', { name: 'Open page' }).click();
    await page.getByRole('heading', { name: 'Membership history' }).waitFor();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL(/subscribers\?sort=-total_amount_spent/);
  });

  it('filters transactions in the address, with their sum', async () => {
    await creator.open('/admin/transactions');
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Unlock' }).click();
    await page.waitForURL('**kind=post**');
    await page.getByText(/^Total \$[\d,.]+$/).waitFor();
    await expect.poll(async () => await page.getByRole('row').filter({ hasText: 'Renewal' }).count()).toBe(0);
  });

  it('GEN-16 says for two seconds that a reference was copied', async () => {
    await creator.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await creator.open('/admin/transactions');
    await page.locator('.data-table tbody tr, .row-item').first().click();
    const stayed = page.evaluate(
      () =>
        new Promise<number>((done) => {
          const box = document.querySelector('.toasts')!;
          let since: number | null = null;
          new MutationObserver(() => {
            const isShown = box.querySelector('.toast') !== null;
            if (isShown) since ??= performance.now();
            else if (since !== null) done(performance.now() - since);
          }).observe(box, { childList: true, subtree: true });
        }),
    );
    await page.getByRole('button', { name: 'Copy the reference' }).click();
    await page.getByRole('status').getByText('Copied', { exact: false }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
    const ms = await stayed;
    expect(ms).toBeGreaterThan(1_900);
    // Others stay six seconds.
    expect(ms).toBeLessThan(5_900);
  });

  it('has no complaint of the browser', () => expect(creator.complaints).toEqual([]));
});

describe('other staff', () => {
  it('ROLE-39 support has transactions alone, without menus', async () => {
    const support = await enter('support@clay.example', 'Demo-staff-2026');
    await support.open('/admin');
    await support.page.waitForURL('**/admin/transactions');
    await support.page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
    expect(await support.page.getByRole('navigation').count()).toBe(0);
    // The page of a buyer is closed to support: the name is there as text.
    await support.page.locator('.data-table tbody .person').first().waitFor();
    expect(await support.page.getByRole('table').getByRole('link').count()).toBe(0);
  });

  it('ROLE-33 a content manager finds no entry for what the site keeps from them', async () => {
    const manager = await enter('content_manager@clay.example', 'Demo-staff-2026', 390);
    await manager.open('/admin');
    const bar = manager.page.getByRole('navigation', { name: 'Bottom navigation' });
    await bar.getByRole('link', { name: 'Posts' }).waitFor();
    expect(await bar.getByRole('link', { name: 'Fans' }).count()).toBe(0);
    await bar.getByRole('button', { name: 'More' }).click();
    expect(await manager.page.getByRole('link', { name: 'Transactions' }).count()).toBe(0);
    expect(await manager.page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  });
});
