import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logInOnPage, newEmail, password, registerOnPage } from './journey/account.ts';
import { fillBilling, typeCard } from './journey/card.ts';
import { lookAt } from './journey/picture.ts';
import { openVisit, type Visit } from './journey/visit.ts';

let site: DemoSite;
let browser: Browser;
const visits: Visit[] = [];
const visit = async (...args: Parameters<typeof openVisit> extends [unknown, unknown, ...infer Rest] ? Rest : never): Promise<Visit> => {
  const opened = await openVisit(browser, site, ...args);
  visits.push(opened);
  return opened;
};

beforeAll(async () => {
  [site, browser] = await Promise.all([startDemoSite(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const email = newEmail();
const reason = 'I only came for one recipe';
/** The first post for sale with one picture only. */
const forSale = (page: Page) => page.getByRole('article').filter({ hasText: '1 photo' }).filter({ hasText: /Unlock for \$/ }).first();
const forMembers = (page: Page) => page.getByRole('article').filter({ hasText: 'The rim broke exactly where' });

describe('a new fan on clay, with a phone', () => {
  let fan: Visit;
  let page: Page;
  let caption = '';
  beforeAll(async () => {
    fan = await visit('clay');
    ({ page } = fan);
  });

  it('SUB-10 comes from the landing page to an account and to the price', async () => {
    await fan.open('/');
    await page.getByRole('link', { name: /^Subscribe \$9\.00$/ }).first().click();
    await page.waitForURL('**/register');
    await registerOnPage(page, email);
    await page.waitForURL('**/subscribe');
    await page.getByRole('heading', { name: 'Become a member', level: 1 }).waitFor();
    const summary = page.getByRole('complementary', { name: 'Summary' });
    await summary.getByText('$9.00').waitFor();
    await summary.getByText('$14.00').waitFor();
    await summary.getByText('It appears on your statement as HOLT CERAMICS.').waitFor();
  });

  it('POST-029 meets closed posts before paying, and the way to a membership on them', async () => {
    await fan.open('/home');
    await forMembers(page).getByRole('link', { name: /^Join for \$9\.00$/ }).waitFor();
    expect(await forMembers(page).getByRole('img').count()).toBe(0);
    await forMembers(page).getByRole('link', { name: /^Join for/ }).click();
    await page.waitForURL('**/membership');
    await page.getByRole('main').getByRole('link', { name: 'Continue to payment' }).click();
    await page.waitForURL('**/subscribe');
  });

  it('CARD-16 types a card into the field of the provider and is a member', async () => {
    await page.getByRole('heading', { name: 'Add Card Details' }).waitFor();
    await page.locator('iframe').waitFor();
    await page.getByRole('button', { name: 'Subscribe for $9.00', exact: true }).click();
    await page.getByText('Please enter a first name.').waitFor();
    await page.frameLocator('iframe').getByText('Please enter a card number.').waitFor();
    await typeCard(page);
    await fillBilling(page);
    const consent = page.getByRole('checkbox', { name: /^I agree to pay \$9\.00 today and \$14\.00 every month/ });
    expect(await consent.isChecked()).toBe(false);
    await consent.check();
    await page.getByRole('button', { name: 'Subscribe for $9.00', exact: true }).click();
    await page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
    await page.getByText(`A receipt is on its way to ${email}.`).waitFor();
  });

  it('POST-031 sees the posts of members open', async () => {
    await page.getByRole('link', { name: 'Go to the feed' }).click();
    await page.waitForURL('**/home');
    const picture = forMembers(page).getByRole('img').first();
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => lookAt(picture)).toMatchObject({ width: expect.toSatisfy((width: number) => width > 0), isSharp: true });
    expect(await page.getByRole('link', { name: /^Join for/ }).count()).toBe(0);
  });

  it('POST-075 unlocks a post after one question, and the picture sharpens', async () => {
    const card = forSale(page);
    caption = (await card.getByRole('paragraph').getByRole('link').textContent() ?? '').slice(0, 30);
    const price = /\$[\d.]+/.exec(await card.getByRole('button', { name: /^Unlock for/ }).textContent() ?? '')?.[0] ?? '';
    await card.getByRole('paragraph').getByRole('link').click();
    await page.waitForURL('**/feed/*');
    const post = page.getByRole('dialog').filter({ hasText: caption }).first();
    expect(await post.getByRole('img').count()).toBe(0);
    await post.getByRole('button', { name: `Unlock for ${price}`, exact: true }).click();
    await page.getByText(`Please Confirm Your Purchase of ${price}.`, { exact: true }).last().waitFor();
    await page.getByText('Visa ending in 4242').waitFor();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Unlocked. Enjoy!').waitFor();
    await expect.poll(() => lookAt(post.getByRole('img').first())).toMatchObject({ path: expect.stringMatching(/^\/media\/[\w-]+\/w\d+\/u\./), isSharp: true });
    expect((await lookAt(post.getByRole('img').first())).width).toBeGreaterThan(0);
    await expect.poll(() => post.getByRole('button', { name: /Unlock/ }).count()).toBe(0);
    await post.getByText('Yours', { exact: true }).waitFor();
    await post.getByRole('button', { name: 'Close', exact: true }).click();
    await page.waitForURL('**/home');
    await page.getByRole('article').filter({ hasText: caption }).getByText('Yours', { exact: true }).waitFor();
  });

  it('keeps what was bought after the page is loaded anew', async () => {
    await fan.open('/home');
    const picture = page.getByRole('article').filter({ hasText: caption }).getByRole('img').first();
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(async () => (await lookAt(picture)).width).toBeGreaterThan(0);
  });

  it('is where it was after a reload, and at the top of an address that was typed', async () => {
    const top = (): Promise<number> => page.evaluate(() => window.scrollY);
    const place = await top();
    expect(place).toBeGreaterThan(100);
    await page.reload();
    await expect.poll(top).toBeCloseTo(place, -1);
    await fan.open('/membership');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await top()).toBe(0);
  });

  it('sees the membership and the card in the profile', async () => {
    await fan.open('/profile');
    const membership = page.getByRole('region', { name: 'Membership of Clay & Kiln' });
    await membership.getByText(/^Active\. Renews on .+ for \$14\.00\.$/).waitFor();
    await page.getByRole('link', { name: /Cards/ }).getByText('Visa ending in 4242').waitFor();
  });

  it('SUB-22 SUB-24 SUB-27 cancels with a reason and a question', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Cancel Subscription' }).click();
    await page.waitForURL('**/profile/cancel-subscription');
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    await page.getByText('Please Select Reason for Cancellation').waitFor();
    await page.getByRole('radio', { name: reason }).check();
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to cancel your subscription?' });
    await question.getByRole('button', { name: 'Cancel Subscription' }).click();
    await page.getByRole('heading', { name: 'Subscription Cancelled' }).waitFor();
    await page.getByText(/^Subscription Cancelled\. You keep access until .+\.$/).waitFor();
    await fan.open('/profile');
    await page.getByText(/^Cancelled\. Stays open until .+\.$/).waitFor();
  });

  it('takes the cancellation back', async () => {
    await page.getByRole('button', { name: 'Keep it after all' }).click();
    await page.getByText('Your membership goes on.').waitFor();
    await page.getByText(/^Active\. Renews on .+ for \$14\.00\.$/).waitFor();
  });
});

describe('the same person on patch', () => {
  it('GEN-27 is asked one confirming click, and is no member there', async () => {
    const there = await visit('patch');
    const { page } = there;
    await logInOnPage(there, email, password);
    await page.getByRole('heading', { name: 'Join Patchbay with your account' }).waitFor();
    await page.getByRole('button', { name: 'Join this site' }).click();
    await page.waitForURL('**/subscribe');
    await there.open('/profile');
    await page.getByText(email).first().waitFor();
    await page.getByRole('region', { name: 'Membership of Patchbay' }).getByText('No membership').waitFor();
    await page.getByText('No card is stored.').waitFor();
    await there.open('/home');
    await page.getByRole('link', { name: /Subscribe to see this|Join for/ }).first().waitFor();
    expect(await page.getByRole('button', { name: /^Unlock/ }).count()).toBe(0);
  });
});

describe('the demo fan', () => {
  it.each(['clay', 'patch'] as const)('ACC-03 logs in on %s with one password, and as a new fan is led to the price', async (name) => {
    const there = await visit(name);
    await logInOnPage(there, 'fan@demo.example', 'Demo-fan-2026');
    await there.page.waitForURL('**/subscribe');
    await there.page.getByRole('button', { name: 'Account menu' }).waitFor();
    await there.open('/profile');
    await there.page.getByText('fan@demo.example').first().waitFor();
    await there.page.getByText('No membership').waitFor();
  });
});

it('nothing broke on the way', () => {
  expect(visits.flatMap(({ complaints }) => complaints)).toEqual([]);
});
