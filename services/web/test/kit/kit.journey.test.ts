import { launchChromium } from '@backlot/testing/launch-chromium';
import type { Browser, Dialog, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from '../testing/journey/axe.ts';
import { serveExamples } from './serve-examples.ts';

let examples: Awaited<ReturnType<typeof serveExamples>>;
let browser: Browser;
let page: Page;
/** What the browser complained of: also whatever the page's policy stopped. */
const complaints: string[] = [];

beforeAll(async () => {
  examples = await serveExamples();
  browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});
afterAll(async () => {
  await browser?.close();
  await examples?.stop();
});

const names = () => page.locator('tbody th').evaluateAll((cells) => cells.slice(0, 3).map((cell) => cell.textContent));

describe('an invented table page', () => {
  it('is drawn only as far as somebody looks, sorted by the greatest', async () => {
    await page.goto(`${examples.address}/table`);
    await page.getByRole('columnheader', { name: 'Degrees' }).and(page.locator('[aria-sort=descending]')).waitFor();
    expect(await names()).toEqual(['Kiln 36', 'Kiln 71', 'Kiln 106']);
    await expect.poll(() => page.locator('tbody tr[id]').count()).toBeLessThan(120);
  });

  it('filters and sorts in its address', async () => {
    await page.getByRole('button', { name: 'Hot' }).click();
    await page.getByRole('button', { name: 'Kiln', exact: true }).click();
    await page.waitForURL(/state=hot.*sort=name|sort=name.*state=hot/);
    await expect.poll(names).toEqual(['Kiln 1', 'Kiln 10', 'Kiln 100']);
    await page.getByRole('searchbox').fill('Kiln 10');
    await page.getByText('Showing 1 to 5 of 5 entries').waitFor();
  });

  it('selects by keyboard and press, and does with all of them what is asked', async () => {
    await page.locator('tbody tr[id]').first().press('x');
    await page.getByRole('checkbox', { name: 'Select Kiln 100' }).check();
    const bar = page.getByRole('toolbar', { name: 'Actions for the selected rows' });
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Showing 1 to 3 of 3 entries').waitFor();
    await expect.poll(() => bar.count()).toBe(0);
  });

  it('hides a column and keeps what it shows under a name', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Degrees' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('columnheader', { name: 'Degrees' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByLabel('Name of the view').fill('Hot tens');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.goto(`${examples.address}/table`);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Hot tens' }).click();
    await page.waitForURL(/hide=degrees/);
    await page.getByText(/Showing 1 to \d of \d entries/).waitFor();
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('Kiln 10');
  });

  it('is a list on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${examples.address}/table`);
    await page.getByRole('list', { name: 'Kilns' }).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});
describe('an invented wizard', () => {
  const next = () => page.getByRole('button', { name: 'Next' }).click();
  const place = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

  it('begins with its first step, and stops there until it is good', async () => {
    await page.goto(`${examples.address}/wizard/fire`);
    await page.waitForURL('**/wizard/name');
    await place('Step 1 of 3');
    await next();
    await page.getByRole('alert').filter({ hasText: 'A kiln needs a name.' }).waitFor();
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await name.fill('Kiln 9');
    await name.press('Enter');
    await page.waitForURL('**/wizard/alarm');
    await place('Step 2 of 3');
  });

  it('keeps what is typed over Back, by its button and the browser, and a reload', async () => {
    const limit = page.getByLabel('Too hot is', { exact: true });
    await limit.fill('9000');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL('**/wizard/name');
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Kiln 9');
    await page.goBack();
    await page.waitForURL('**/wizard/alarm');
    const asked: string[] = [];
    const onDialog = (dialog: Dialog): void => {
      asked.push(dialog.type());
      void dialog.accept();
    };
    page.on('dialog', onDialog);
    await page.reload();
    await expect.poll(() => limit.inputValue()).toBe('9000');
    // What is kept is not lost: the browser asks only where nothing could be kept.
    expect(asked).toEqual([]);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new Error('There is no room.');
      };
    });
    await limit.fill('9001');
    await page.reload();
    await expect.poll(() => limit.inputValue()).toBe('9000');
    expect(asked).toEqual(['beforeunload']);
    page.off('dialog', onDialog);
    await next();
    await page.getByRole('alert').filter({ hasText: 'From 100 to 1,400.' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/wizard/alarm');
  });

  it('skips a step without what was typed there, and leads to its end', async () => {
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.waitForURL('**/wizard/fire');
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Alarm' }).click();
    expect(await page.getByLabel('Too hot is', { exact: true }).inputValue()).toBe('');
    await next();
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('heading', { name: 'Parts', level: 1 }).waitFor();
  });

  it('asks before what is typed is lost, and not between its steps', async () => {
    const limit = page.getByLabel('Too hot is', { exact: true });
    await page.goBack();
    await page.goBack();
    await page.waitForURL('**/wizard/alarm');
    await limit.fill('500');
    await page.goForward();
    await place('Step 3 of 3');
    await page.goForward();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { name: 'Parts', level: 1 }).waitFor();
    await page.goto(`${examples.address}/wizard/alarm`);
    await place('Step 2 of 3');
    expect(await limit.inputValue()).toBe('');
  });

  const sent = () => page.evaluate(() => performance.getEntriesByName('kiln-sent').length);
  const answer = () => page.evaluate(() => dispatchEvent(new Event('kiln-answer')));
  const name = () => page.getByRole('textbox', { name: 'Name' });
  const stepLink = (text: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: text });

  it('saves by its key and stays, and asks nothing on the way to its own address', async () => {
    await page.goto(`${examples.address}/wizard/name`);
    await name().fill('Kiln 10');
    await page.keyboard.press('Control+s');
    await stepLink('Fire').click();
    await page.getByText('Kiln 10').waitFor();
    expect(await sent()).toBe(1);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByLabel('Too hot is', { exact: true }).fill('600');
    await page.getByRole('link', { name: 'A new kiln' }).click();
    await page.waitForURL('**/wizard/name');
  });

  it('keeps the focus while it saves, and pulls nobody back who has gone on by then', async () => {
    await stepLink('Fire').click();
    await stepLink('Name').click();
    await name().fill('Slow kiln');
    await page.getByRole('button', { name: 'Next' }).press('Enter');
    const busy = page.locator('button[type=submit][aria-disabled=true]');
    await busy.waitFor();
    expect(await busy.evaluate((button) => button === document.activeElement)).toBe(true);
    await stepLink('Alarm').click({ force: true });
    await page.goBack();
    await page.waitForURL('**/wizard/fire');
    await place('Step 3 of 3');
    await answer();
    await page.getByText('Slow kiln').waitFor();
    expect(new URL(page.url()).pathname).toBe('/wizard/fire');
  });

  it('sends nothing twice where somebody leaves while it saves', async () => {
    await stepLink('Name').click();
    await name().fill('Slow kiln 2');
    const before = await sent();
    await next();
    await page.locator('button[type=submit][aria-disabled=true]').waitFor();
    await page.getByRole('link', { name: 'All kilns' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Save and leave' }).click();
    await question.waitFor({ state: 'detached' });
    await answer();
    await page.getByRole('heading', { name: 'Parts', level: 1 }).waitFor();
    // The step before the last had a number that was not sent with the name.
    expect((await sent()) - before).toBe(2);
    await page.goto(`${examples.address}/wizard/alarm`);
    expect(await page.getByLabel('Too hot is', { exact: true }).inputValue()).toBe('600');
  });

  it('is one line on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const status = page.getByRole('status').filter({ hasText: 'Step 2 of 3' });
    await expect.poll(() => status.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(10);
    expect(await page.getByRole('navigation', { name: 'Steps' }).count()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

describe('the parts', () => {
  it('open over the page, keep the focus and give it back', async () => {
    await page.goto(examples.address);
    await page.getByRole('button', { name: 'Ask' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the kiln?' });
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Confirm' }).evaluate((one) => one === document.activeElement))
      .toBe(true);
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['dialog'])).toBe('open');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Ask');
    expect(await page.evaluate(() => document.documentElement.dataset['dialog'])).toBeUndefined();
  });

  it('hand the focus to what was around a button that goes with what it did', async () => {
    await page.goto(examples.address);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.getByRole('button', { name: 'Empty', exact: true }).click();
    await page.getByRole('dialog', { name: 'Empty the kiln?' }).getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('It is empty.').waitFor();
    await expect.poll(focused).toBe('Kiln 2');
  });

  it('are put in another order by a drag of the handle, and by arrow keys on it', async () => {
    await page.goto(examples.address);
    const firings = page.getByRole('list', { name: 'Firings' });
    const order = () => firings.getByRole('listitem').allTextContents();
    const middle = async (name: string) => {
      const box = (await firings.getByRole('button', { name: `Move ${name}` }).boundingBox())!;
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    // Near an edge of the window a drag scrolls the page, and the list moves on under it.
    await firings.evaluate((list) => list.scrollIntoView({ block: 'center' }));
    const [from, to] = [await middle('Bisque'), await middle('Lustre')];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(to[0], to[1] - 20, { steps: 5 });
    await page.mouse.move(...to, { steps: 5 });
    await page.mouse.up();
    await expect.poll(order).toEqual(['Glaze', 'Lustre', 'Bisque', 'Raku']);
    await firings.getByRole('button', { name: 'Move Raku' }).press('ArrowUp');
    await expect.poll(order).toEqual(['Glaze', 'Lustre', 'Raku', 'Bisque']);
  });

  it('stay in their dialog and their order where Escape ends a drag', async () => {
    await page.goto(examples.address);
    await page.getByRole('button', { name: 'In a dialog' }).click();
    const dialog = page.getByRole('dialog', { name: 'Firings in a dialog' });
    const handle = dialog.getByRole('button', { name: 'Move Bisque' });
    await handle.hover();
    await page.mouse.down();
    const box = (await dialog.getByRole('button', { name: 'Move Raku' }).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
    await dialog.locator('[data-held]').waitFor();
    await page.keyboard.press('Escape');
    await dialog.locator('[data-held]').waitFor({ state: 'detached' });
    await page.mouse.up();
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['Bisque', 'Glaze', 'Lustre', 'Raku']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('draw a chart of the days in the address, beside the period before or alone', async () => {
    await page.goto(`${examples.address}/?days=7`);
    const chart = page.getByRole('region', { name: 'Fired', exact: true });
    const before = chart.getByRole('columnheader', { name: 'Previous period' });
    await before.waitFor();
    await expect.poll(() => chart.getByRole('row').count()).toBe(1 + 7);
    await page.getByRole('button', { name: 'Compare with previous period' }).click();
    await page.waitForURL(/days=7&compare=off/);
    await before.waitFor({ state: 'detached' });
    await page.getByRole('group', { name: 'Period' }).getByRole('button', { name: 'Last 12 months' }).click();
    await page.waitForURL(/days=365/);
    await expect.poll(() => chart.getByRole('row').count()).toBe(1 + 52);
  });

  it('write the days under a chart, and cut a text of another direction, as their own language does', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${examples.address}/?days=7&lang=ar`);
    const day = page.locator('.period-chart .chart-axis span').first();
    expect(await day.evaluate((span) => getComputedStyle(span).direction)).toBe('rtl');
    await page.goto(`${examples.address}/form?lang=ar`);
    const beyond = await page
      .locator('.MuiSwitch-input')
      .first()
      .evaluate((input) => {
        const [own, root] = [input, input.closest('.MuiSwitch-root')!].map((one) => one.getBoundingClientRect());
        return Math.max(root!.left - own!.left, own!.right - root!.right);
      });
    // A page is 16 px from the edge of a phone.
    expect(beyond).toBeLessThan(16);
    await page.goto(`${examples.address}/table?lang=ar`);
    const title = page.locator('.row-item .who b').first();
    await title.waitFor();
    const [start, box] = await title.evaluate((element) => {
      element.innerHTML = `<span class="cut" dir="auto">${'Slow pots, opened hot. '.repeat(10)}</span>`;
      const first = document.createRange();
      first.setStart(element.firstChild!.firstChild!, 0);
      first.setEnd(element.firstChild!.firstChild!, 4);
      return [first, element].map((one) => one.getBoundingClientRect().left) as [number, number];
    });
    expect(Math.round(start - box)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('keep the last day of a chart while its first one is typed, and move it on Enter when they are too many', async () => {
    await page.goto(`${examples.address}/?days=own&from=2025-06-10&to=2026-05-31`);
    const [from, to] = ['From', 'to'].map((name) => page.locator('.chart-range').getByLabel(name, { exact: true }));
    await from!.focus();
    // The year 2024, and in between 0002, 0020 and 0202, each with a whole day of the calendar.
    await page.keyboard.type('06102024');
    expect([await from!.inputValue(), await to!.inputValue()]).toEqual(['2024-06-10', '2026-05-31']);
    expect(new URL(page.url()).search).toBe('?days=own&from=2025-06-10&to=2026-05-31');
    await page.keyboard.press('Enter');
    await page.waitForURL(/from=2024-06-10&to=2025-06-10$/);
    await expect.poll(() => to!.inputValue()).toBe('2025-06-10');
    // A field that is left and entered again begins with its first part.
    await to!.focus();
    await from!.focus();
    await page.keyboard.type('02102025');
    await to!.focus();
    await page.waitForURL(/from=2025-02-10&to=2025-06-10$/);
  });

  it('show the days that a chart has where an address asks for more, and say how many', async () => {
    await page.goto(`${examples.address}/?days=own&from=2024-01-01&to=2026-05-31`);
    await page.getByText('Shown: the last 366 days of this period').waitFor();
    const [from, to] = ['From', 'to'].map((name) => page.locator('.chart-range').getByLabel(name, { exact: true }));
    expect([await from!.inputValue(), await to!.inputValue()]).toEqual(['2025-05-31', '2026-05-31']);
  });

  it.each([
    '/',
    '/table',
    '/table/7',
    '/form',
    '/wizard',
    '/?lang=ar',
    '/table?lang=ar',
    '/form?lang=ar',
    '/wizard?lang=ar',
  ])('stop nobody at %s, light and dark', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${examples.address}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
    }
  });

  it('meet nothing of the policy of a page', () => {
    expect(complaints).toEqual([]);
  });
});
