import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, password } from '../testing/journey/account.ts';
import { fillBilling, typeCard } from '../testing/journey/card.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';
import type { Visit } from '../testing/journey/visit.ts';

const sites = openDemoSites();

describe.each([390, 1440])('a promotion on patch, on screens %i pixels wide', (width) => {
  let creator: Visit;
  let fan: Visit;
  let late: Visit;
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Promotion', exact: true });
  const payButton = (page: Page, price: string) =>
    page.getByRole('button', { name: `Subscribe for ${price}`, exact: true });
  const newFan = async (): Promise<Visit> => {
    const { patch } = sites.clients;
    return sites.visit('patch', { width, token: await patch.register(newEmail(), password, 'Robin Ash') });
  };
  beforeAll(async () => {
    creator = await sites.visit('patch', { width, token: sites.creators.patch });
    [fan, late] = await Promise.all([newFan(), newFan()]);
  });
  afterAll(() => Promise.all([creator, fan, late].map((visit) => visit.close())));

  it('PROMO-18 PROMO-24 PROMO-27 POST-018 the creator starts one of memberships from the feed, beside what fans will pay', async () => {
    const { page } = creator;
    await creator.open('/home');
    await page.getByRole('main').getByRole('link', { name: 'Promotions', exact: true }).click();
    await page.waitForURL('**/admin/promotions?promotion=new');
    const dialog = dialogOf(page);
    expect(await dialog.getByLabel('Ribbon text', { exact: true }).inputValue()).toBe('free first month');
    await dialog.getByLabel('First payment', { exact: true }).fill('5');
    await expect
      .poll(() => dialog.getByLabel('Ribbon text', { exact: true }).inputValue())
      .toBe('First month for $5.00');
    const prices = dialog.getByRole('complementary', { name: 'Preview' });
    expect(await prices.locator('s').allTextContents()).toEqual(['$19.99', '$19.99']);
    await dialog.getByRole('button', { name: 'Start a promotion', exact: true }).click();
    await page.getByText('Promotion successfully saved.').waitFor();
    await page.getByRole('link', { name: 'First month for $5.00', exact: true }).first().waitFor();
  });

  it('PROMO-35 a guest sees the price struck through on the landing page, and what follows it', async () => {
    const guest = await sites.visit('patch', { width });
    await guest.open('/');
    await guest.page
      .getByRole('link', { name: /^Subscribe \$19\.99 \$5\.00$/ })
      .first()
      .waitFor();
    await guest.page.getByText('then $19.99 a month').first().waitFor();
    await guest.close();
  });

  it('stands without its ribbon where the code of that does not come', async () => {
    const guest = await sites.visit('patch', { width });
    const ribbon = guest.page.getByRole('region', { name: 'Promotion', exact: true });
    await guest.open('/home');
    await ribbon.waitFor();
    await guest.page.route(/\/assets\/[^/]*ribbon[^/]*\.js|\/assets\/promotion-line[^/]*\.js/, (route) =>
      route.abort(),
    );
    await guest.open('/home');
    await expect.poll(() => ribbon.count()).toBe(0);
    await guest.page.getByRole('article').first().waitFor();
    expect(await guest.page.getByRole('link', { name: 'Log in' }).count()).toBeGreaterThan(0);
    await guest.close();
  });

  it('SUB-08 a fan buys at the price that was shown, with its reason and its end beside it', async () => {
    const { page } = fan;
    await late.open('/subscribe');
    await fan.open('/subscribe');
    const summary = page.getByRole('complementary', { name: 'Summary' });
    await summary.getByText('First month for $5.00').waitFor();
    await summary.getByText(/^Until /).waitFor();
    expect(await summary.locator('s').allTextContents()).toEqual(['$19.99']);
    await typeCard(page);
    await fillBilling(page);
    await page.getByRole('checkbox', { name: /^I agree to pay \$5\.00 today and \$19\.99 every month/ }).check();
    await payButton(page, '$5.00').click();
    await page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
  });

  it('PROMO-14 PROMO-15 one of posts says what repeating means, and members unlock at half the price', async () => {
    const { page } = creator;
    await creator.open('/admin/promotions?promotion=LOCKED_CONTENT');
    const dialog = dialogOf(page);
    await dialog.getByRole('switch', { name: 'Repeat', exact: true }).check();
    await dialog.getByRole('button', { name: 'Start a promotion', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Repeat', exact: true });
    await question
      .getByText(
        "The promotion will repeat every 7 days. You'll need to manually cancel the promotion when you want it to end.",
      )
      .waitFor();
    await question.getByRole('button', { name: 'Start a promotion', exact: true }).click();
    await page.getByText('Promotion successfully saved.').waitFor();
    await fan.open('/home');
    const unlock = fan.page
      .getByRole('article')
      .getByRole('button', { name: /^Unlock \$\d+\.\d\d \$\d+\.00$/ })
      .first();
    const [was = '', is = ''] = ((await unlock.textContent()) ?? '').match(/\$[\d.]+/g) ?? [];
    expect(Number(is.slice(1))).toBe(Math.ceil(Number(was.slice(1)) / 2));
    await unlock.click();
    const order = fan.page.getByRole('dialog', { name: new RegExp(`\\${is}`) });
    await order.getByRole('button', { name: 'Confirm', exact: true }).click();
    await fan.page.getByText('Unlocked. Enjoy!').waitFor();
  });

  it('PROMO-20 PROMO-21 PROMO-22 the creator ends both after a question', async () => {
    const { page } = creator;
    for (const [type, question] of [
      ['SUBSCRIPTION', 'Are you sure that you want to end the New Subscriber Promotion?'],
      ['LOCKED_CONTENT', 'Are you sure that you want to end the Locked Content Promotion?'],
    ] as const) {
      await creator.open(`/admin/promotions?promotion=${type}`);
      await dialogOf(page).getByRole('button', { name: 'End promotion', exact: true }).click();
      const asked = page.getByRole('dialog', { name: 'End promotion', exact: true });
      await asked.getByText(question).waitFor();
      await asked.getByRole('button', { name: 'End promotion', exact: true }).click();
      await page.getByText('Promotion ended.').waitFor();
    }
  });

  it('who had the page open since before sees the usual price, and has agreed to nothing', async () => {
    const { page } = late;
    await payButton(page, '$19.99').waitFor();
    expect(await page.getByRole('checkbox', { name: /^I agree to pay \$19\.99 today/ }).isChecked()).toBe(false);
    expect(await page.getByRole('complementary', { name: 'Summary' }).locator('s').count()).toBe(0);
  });
});
