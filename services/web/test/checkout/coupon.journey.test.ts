import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, password, registerOnPage } from '../testing/journey/account.ts';
import { fillBilling, typeCard } from '../testing/journey/card.ts';
import { choose } from '../testing/journey/choose.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';
import type { Visit } from '../testing/journey/visit.ts';

const sites = openDemoSites();

describe.each([390, 1440])('a coupon on clay, on screens %i pixels wide', (width) => {
  const code = `KILN-${width}`;
  let creator: Visit;
  let fan: Visit;
  let late: Visit;
  const summaryOf = (page: Page) => page.getByRole('complementary', { name: 'Summary' });
  const payButton = (page: Page, price: string) =>
    page.getByRole('button', { name: `Subscribe for ${price}`, exact: true });
  const newFan = async (): Promise<Visit> => {
    const { clay } = sites.clients;
    return sites.visit('clay', { width, token: await clay.register(newEmail(), password, 'Robin Ash') });
  };
  const fillOrder = async (page: Page): Promise<void> => {
    await typeCard(page);
    await fillBilling(page);
    await page.getByRole('checkbox', { name: /^I agree to pay \$3\.00 today and \$14\.00 every month/ }).check();
  };
  beforeAll(async () => {
    await sites.change('clay', { display_coupon_box_to_user: true });
    creator = await sites.visit('clay', { width, token: sites.creators.clay });
    [fan, late] = await Promise.all([newFan(), newFan()]);
  });
  afterAll(() => Promise.all([creator, fan, late].map((visit) => visit.close())));

  it('the creator makes one of a fixed amount, beside what fans will pay', async () => {
    const { page } = creator;
    await creator.open('/admin/coupons');
    await page.getByRole('button', { name: 'New coupon', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New coupon', exact: true });
    await dialog.getByLabel('Coupon code', { exact: true }).fill(code.toLowerCase());
    await choose(page, dialog.getByLabel('Discount', { exact: true }), 'Fixed amount');
    await dialog.getByLabel('First payment', { exact: true }).fill('6');
    await dialog.getByText('$3.00').first().waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Coupon added.').waitFor();
  });

  it('COUP-01 COUP-07 a fan types it, sees what it takes off, and pays that', async () => {
    const { page } = fan;
    for (const visit of [fan, late]) {
      await visit.open('/subscribe');
      await visit.page.getByLabel('Coupon code', { exact: true }).fill(` ${code.toLowerCase()} `);
      await visit.page.getByRole('button', { name: 'Apply', exact: true }).click();
      await payButton(visit.page, '$3.00').waitFor();
      expect(await summaryOf(visit.page).locator('s').allTextContents()).toEqual(['$9.00']);
    }
    await fillOrder(page);
    await payButton(page, '$3.00').click();
    await page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
  });

  it('COUP-12 who waits until it has expired is charged nothing, reads why, and sees the usual price', async () => {
    const { page } = late;
    await fillOrder(page);
    const { clay } = sites.clients;
    const token = sites.creators.clay;
    const { body } = await clay.ask(`GET /api/coupon/get-coupons?search=${code}`, { token });
    const [coupon] = JSON.parse(body.toString()).couponList;
    await clay.call('POST /api/coupon/edit', {
      token,
      body: { _id: coupon._id, ends_at: new Date(Date.now() - 60_000).toISOString() },
    });
    await payButton(page, '$3.00').click();
    await payButton(page, '$9.00').waitFor();
    await page.getByText('This coupon has expired.', { exact: true }).first().waitFor();
    expect(await page.getByRole('checkbox', { name: /^I agree to pay \$9\.00 today/ }).isChecked()).toBe(false);
    expect(await summaryOf(page).locator('s').count()).toBe(0);
  });

  it('the creator reads what it brought in', async () => {
    const { page } = creator;
    await creator.open('/admin/coupon-reports');
    const entry = page.getByRole(width === 390 ? 'listitem' : 'row').filter({ hasText: code });
    await entry.getByText('Ended', { exact: true }).waitFor();
    await entry.getByText('$3.00').first().waitFor();
  });
});

describe("a coupon's link, where the site shows no box", () => {
  it('gives a guest who signs up the price, and leads them on from there', async () => {
    const { clay } = sites.clients;
    await sites.change('clay', { display_coupon_box_to_user: false });
    await clay.call('POST /api/coupon/add', {
      token: sites.creators.clay,
      body: {
        code: 'LINKED',
        discount_type: 'flat',
        discount_value_for_initial: 6,
        discount_value_for_recurring: 0,
      },
    });
    const guest = await sites.visit('clay', { width: 390 });
    const { page } = guest;
    await guest.open('/subscribe?coupon=LINKED');
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByRole('main').getByRole('link', { name: 'Sign up', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/register');
    await registerOnPage(page, newEmail());
    await page.waitForURL((url) => url.pathname === '/subscribe' && url.search === '?coupon=LINKED');
    await typeCard(page);
    await fillBilling(page);
    await page.getByRole('checkbox', { name: /^I agree to pay \$3\.00 today and \$14\.00 every month/ }).check();
    await page.getByRole('button', { name: 'Subscribe for $3.00', exact: true }).click();
    await page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
    await page.getByRole('link', { name: 'Go to the feed', exact: true }).click();
    await page.waitForURL((url) => ['/', '/home'].includes(url.pathname));
    await guest.close();
  });
});

it('nothing broke on the way', () => {
  expect(sites.complaints()).toEqual([]);
});
