import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { logInOnPage, newEmail, password, passwordLink, registerOnPage } from '../testing/journey/account.ts';
import { fillBilling, retypeCard, typeCard } from '../testing/journey/card.ts';
import { lookAt } from '../testing/journey/picture.ts';
import type { Visit } from '../testing/journey/visit.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';

const sites = openDemoSites();
const email = newEmail();
const reason = 'I only came for one recipe';
/** The first post for sale with one picture only. */
const forSale = (page: Page) =>
  page
    .getByRole('article')
    .filter({ hasText: '1 photo' })
    .filter({ hasText: /Unlock for \$/ })
    .first();
const forMembers = (page: Page) => page.getByRole('article').filter({ hasText: 'The rim broke exactly where' });

describe('a new fan on clay, with a phone', () => {
  let fan: Visit;
  let page: Page;
  let caption = '';
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  beforeAll(async () => {
    fan = await sites.visit('clay');
    ({ page } = fan);
  });

  it('SUB-10 comes from the landing page to an account and to the price', async () => {
    await fan.open('/');
    await page
      .getByRole('link', { name: /^Subscribe \$9\.00$/ })
      .first()
      .click();
    await page.waitForURL('**/register');
    await registerOnPage(page, email);
    await page.waitForURL('**/subscribe');
    await page.getByRole('heading', { name: 'Become a member', level: 1 }).waitFor();
    const summary = page.getByRole('complementary', { name: 'Summary' });
    await summary.getByText('$9.00').waitFor();
    await summary.getByText('$14.00').waitFor();
    await summary.getByText('It appears on your statement as HOLT CERAMICS.').waitFor();
  });

  it('COUP-01 COUP-07 COUP-08 COUP-09 COUP-16 follows a link with a coupon, sees the price struck through, and takes it off', async () => {
    const discount = {
      discount_type: 'percentage',
      discount_value_for_initial: 50,
      discount_value_for_recurring: 10,
    };
    await sites.clients.clay.call('POST /api/coupon/add', {
      token: sites.creators.clay,
      body: { ...discount, code: 'FIRST-BOWL' },
    });
    await fan.open('/subscribe?coupon=first-bowl');
    const box = page.getByLabel('Coupon code', { exact: true });
    await page.getByText('Coupon applied. You can not combine coupon with other offers.').waitFor();
    expect([await box.inputValue(), await box.isDisabled()]).toEqual(['FIRST-BOWL', true]);
    const summary = page.getByRole('complementary', { name: 'Summary' });
    expect(await summary.locator('s').allTextContents()).toEqual(['$9.00', '$14.00']);
    await summary.getByText('$12.60').waitFor();
    await page.getByRole('button', { name: 'Subscribe for $4.50', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Apply', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Subscribe for $9.00', exact: true }).waitFor();
    expect([await box.inputValue(), await box.isDisabled()]).toEqual(['', false]);
  });

  it('COUP-12 COUP-13 COUP-14 COUP-15 is told under the field why a coupon does not count', async () => {
    const box = page.getByLabel('Coupon code', { exact: true });
    const apply = page.getByRole('button', { name: 'Apply', exact: true });
    const isWrong = () => box.getAttribute('aria-invalid');
    await apply.click();
    await page.getByText('Enter valid coupon', { exact: true }).waitFor();
    await box.fill('no-such');
    expect(await isWrong()).toBe(null);
    await apply.click();
    await page.getByText('This coupon does not exist.', { exact: true }).waitFor();
    expect(await isWrong()).toBe('true');
    await page.route('**/api/coupon/check', (route) => route.abort());
    await apply.click();
    await page.getByText('Something went wrong please try again after some time', { exact: true }).waitFor();
    expect(await isWrong()).toBe('true');
    await page.unroute('**/api/coupon/check');
  });

  it('POST-029 meets closed posts before paying, and the way to a membership on them', async () => {
    await fan.open('/home');
    await forMembers(page)
      .getByRole('link', { name: /^Join for \$9\.00$/ })
      .waitFor();
    expect(await forMembers(page).getByRole('img').count()).toBe(0);
    await forMembers(page)
      .getByRole('link', { name: /^Join for/ })
      .click();
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
    await page.getByRole('button', { name: 'Go to the post' }).click();
    await page.waitForURL('**/feed/*');
    await page.getByRole('dialog').first().getByRole('button', { name: 'Close', exact: true }).click();
    await page.waitForURL('**/home');
    const picture = forMembers(page).getByRole('img').first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => lookAt(picture))
      .toMatchObject({ width: expect.toSatisfy((width: number) => width > 0), isSharp: true });
    expect(await page.getByRole('link', { name: /^Join for/ }).count()).toBe(0);
  });

  it('POST-075 unlocks a post after one question, and the picture sharpens', async () => {
    const card = forSale(page);
    caption = ((await card.getByRole('paragraph').getByRole('link').textContent()) ?? '').slice(0, 30);
    const price =
      /\$[\d.]+/.exec((await card.getByRole('button', { name: /^Unlock for/ }).textContent()) ?? '')?.[0] ?? '';
    await card.getByRole('paragraph').getByRole('link').click();
    await page.waitForURL('**/feed/*');
    const post = page.getByRole('dialog').filter({ hasText: caption }).first();
    expect(await post.getByRole('img').count()).toBe(0);
    await post.getByRole('button', { name: `Unlock for ${price}`, exact: true }).click();
    await page.getByText(`Please Confirm Your Purchase of ${price}.`, { exact: true }).last().waitFor();
    await page.getByText('Visa ending in 4242').waitFor();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Unlocked. Enjoy!').waitFor();
    await expect
      .poll(() => lookAt(post.getByRole('img').first()))
      .toMatchObject({ path: expect.stringMatching(/^\/media\/[\w-]+\/w\d+\/uf\./), isSharp: true });
    expect((await lookAt(post.getByRole('img').first())).width).toBeGreaterThan(0);
    await expect.poll(() => post.getByRole('button', { name: /Unlock/ }).count()).toBe(0);
    await post.getByText('Yours', { exact: true }).waitFor();
    await post.getByRole('button', { name: 'Close', exact: true }).click();
    await page.waitForURL('**/home');
    await page.getByRole('article').filter({ hasText: caption }).getByText('Yours', { exact: true }).waitFor();
  });

  it('keeps what was bought after the page is loaded again', async () => {
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

  it('finds both payments in the profile, and the receipt of one, which prints alone', async () => {
    await page.getByRole('link', { name: /^Payments/ }).click();
    await page.waitForURL('**/profile/payments');
    const list = page.getByRole('list', { name: 'Payments' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
    await list.getByRole('link', { name: /^Membership \$9\.00 .+ Visa ending in 4242 Paid$/ }).click();
    const receipt = page.getByRole('article', { name: 'Receipt' });
    for (const told of ['Holt Ceramics Ltd', 'HOLT CERAMICS', email, 'Visa ending in 4242'])
      await receipt.getByText(told, { exact: true }).waitFor();
    expect(await receipt.getByRole('definition').filter({ hasText: '$9.00' }).count()).toBe(2);
    await page.getByRole('main').getByRole('link', { name: 'Cancel membership' }).waitFor();
    const print = page.getByRole('button', { name: 'Print', exact: true });
    expect(await print.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect([await print.isVisible(), await receipt.isVisible()]).toEqual([false, true]);
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    // Dark on white, also for somebody whose device is in the dark mode.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const [ink, paper] = await receipt.evaluate((shown) => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
      const brightness = (colour: string): number => {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        return Math.max(...context.getImageData(0, 0, 1, 1).data.slice(0, 3));
      };
      const { color, backgroundColor } = getComputedStyle(shown);
      return [brightness(color), brightness(backgroundColor)] as const;
    });
    expect([ink < 64, paper > 240]).toEqual([true, true]);
    await page.emulateMedia({ media: null, colorScheme: null });
    await fan.open('/profile');
  });

  it('SUB-22 SUB-24 SUB-27 DECISIONS 48 cancels on one sheet: reason, question and button stand together, and nothing follows', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Cancel Subscription' }).click();
    await page.waitForURL('**/profile/cancel-subscription');
    await page.getByRole('heading', { name: 'Are you sure you want to cancel your subscription?', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    await page.getByText('Please Select Reason for Cancellation').waitFor();
    await page.getByRole('radio', { name: reason }).check();
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    await page.getByRole('heading', { name: 'Subscription Cancelled' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByText(/^You keep access until .+\.$/).waitFor();
    await fan.open('/profile');
    await page.getByText(/^Cancelled\. Access until .+\.$/).waitFor();
  });

  it('takes the cancellation back, and goes on from there with the keyboard', async () => {
    await page.getByRole('button', { name: 'Keep it after all' }).click();
    await page.getByText('Your membership goes on.').waitFor();
    await page.getByText(/^Active\. Renews on .+ for \$14\.00\.$/).waitFor();
    await expect.poll(() => focused()).toBe('Membership of Clay & Kiln');
  });

  it('takes it back also where it was cancelled, which does not ask to cancel again', async () => {
    await fan.open('/profile/cancel-subscription');
    await page.getByRole('radio', { name: reason }).check();
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect.poll(() => focused()).toBe('Subscription Cancelled');
    await fan.open('/profile/cancel-subscription');
    const read = page.waitForResponse((answer) => answer.url().endsWith('/api/users/me'));
    await page.getByRole('button', { name: 'Keep it after all' }).click();
    await read;
    await expect.poll(() => focused()).toBe('Your membership goes on.');
    expect(await page.getByRole('button', { name: 'Cancel Subscription' }).count()).toBe(0);
    await fan.open('/profile');
  });

  it('changes the card: adds another, which is then in use, and removes the first', async () => {
    await page.getByRole('link', { name: /Cards/ }).click();
    await page.waitForURL('**/profile/payment-method');
    const cards = page.getByRole('list').filter({ hasText: 'ending in' });
    await page.getByRole('button', { name: 'Remove Visa ending in 4242?' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page
      .getByText('Your membership renews with this card. Add another card first, or cancel the membership.')
      .waitFor();
    await page.getByRole('link', { name: 'Add a card' }).click();
    await page.waitForURL('**/profile/add-new-payment-method');
    await typeCard(page, '4000000000000069');
    await fillBilling(page);
    await page.getByRole('button', { name: 'Save card' }).click();
    await page.getByText(/This card has expired or is blocked\. Use another card\./).waitFor();
    await expect.poll(() => page.getByLabel('Address', { exact: true }).inputValue()).toBe('1 Mill Lane');
    await retypeCard(page, '5555555555554444');
    await page.getByRole('button', { name: 'Save card' }).click();
    await page.waitForURL('**/profile/payment-method');
    await cards.getByRole('listitem').filter({ hasText: 'Mastercard ending in 4444' }).getByText('In use').waitFor();
    await page.getByRole('button', { name: 'Remove Visa ending in 4242?' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('The card was removed.').waitFor();
    await expect.poll(() => cards.getByRole('listitem').count()).toBe(1);
    await fan.open('/profile');
    await page.getByRole('link', { name: /Cards/ }).getByText('Mastercard ending in 4444').waitFor();
  });
});

describe('the same person on patch', () => {
  it('proves once that the mailbox is theirs, and which card paid', async () => {
    const here = await sites.visit('clay');
    const { page } = here;
    await here.open('/forgot-password');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('A password reset link was just emailed to you.').waitFor();
    await here.open(await passwordLink(sites.site, email));
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Repeat the password', { exact: true }).fill(password);
    await page.getByLabel('Last four digits of your card', { exact: true }).fill('4444');
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Password updated successfully.').waitFor();
  });

  it('GEN-27 is asked one confirming click, and is no member there', async () => {
    const there = await sites.visit('patch');
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
    await page
      .getByRole('link', { name: /Subscribe to see this|Join for/ })
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /^Unlock/ }).count()).toBe(0);
  });
});

describe('the demo fan', () => {
  it('is back in the feed when they log in from there, though they never were a member', async () => {
    const there = await sites.visit('clay');
    const { page } = there;
    await there.open('/home');
    await page.getByRole('link', { name: 'Log in', exact: true }).first().click();
    await page.waitForURL('**/login');
    await page.getByLabel('Email', { exact: true }).fill('fan@demo.example');
    await page.getByLabel('Password', { exact: true }).fill('Demo-fan-2026');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL('**/home');
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
  });

  it.each(['clay', 'patch'] as const)(
    'ACC-03 logs in on %s with one password, and as a new fan is led to the price',
    async (name) => {
      const there = await sites.visit(name);
      await logInOnPage(there, 'fan@demo.example', 'Demo-fan-2026');
      await there.page.waitForURL('**/subscribe');
      await there.page.getByRole('button', { name: 'Account menu' }).waitFor();
      await there.open('/profile');
      await there.page.getByText('fan@demo.example').first().waitFor();
      await there.page.getByText('No membership').waitFor();
    },
  );
});

it('nothing broke on the way', () => {
  expect(sites.complaints()).toEqual([]);
});
