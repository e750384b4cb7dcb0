import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmail, password, registerOnPage } from '../testing/journey/account.ts';
import { fillBilling, typeCard } from '../testing/journey/card.ts';
import type { Visit } from '../testing/journey/visit.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';

const sites = openDemoSites();

describe('a fan whose card is declined, on clay', () => {
  let fan: Visit;
  let page: Page;
  const own = newEmail();
  const address = () => page.getByLabel('Address', { exact: true });
  const postal = () => page.getByLabel('Postal code', { exact: true });
  beforeAll(async () => {
    await sites.clients.clay.call('PATCH /api/app_settings', {
      token: await sites.clients.clay.login('admin@clay.example', 'Demo-staff-2026'),
      body: { card_attempts_before_check: 1 },
    });
    fan = await sites.visit('clay');
    ({ page } = fan);
  });

  it('is told before joining what the post on the way costs, and that a membership comes first', async () => {
    await fan.open('/home');
    await page
      .getByRole('article')
      .filter({ hasText: 'for members, paid once' })
      .first()
      .getByRole('link', { name: 'Join to unlock' })
      .click();
    await page.waitForURL('**/register');
    const wanted = page.getByRole('region', { name: 'The post you came for' });
    await wanted.getByText(/^It is sold to members: \$[\d.]+, paid once, on top of the membership\.$/).waitFor();
    await registerOnPage(page, own);
    await page.waitForURL('**/subscribe');
    await wanted.getByText(/^It is sold to members/).waitFor();
  });

  it('meets the post and its price again on the way over the offer', async () => {
    await fan.open('/home');
    await page
      .getByRole('article')
      .filter({ hasText: 'for members, paid once' })
      .first()
      .getByRole('link', { name: 'Join to unlock' })
      .click();
    await page.waitForURL('**/membership');
    await page
      .getByRole('region', { name: 'The post you came for' })
      .getByText(/^It is sold to members: \$[\d.]+, paid once, on top of the membership\.$/)
      .waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Continue to payment' }).click();
    await page.waitForURL('**/subscribe');
  });

  it('CARD-08 CARD-15 is told beside the field what is missing, and nothing is sent', async () => {
    await typeCard(page, '4000000000009995');
    await fillBilling(page);
    const lastName = page.getByLabel('Last name', { exact: true });
    await lastName.fill('');
    await address().fill(' ');
    await page.getByRole('checkbox', { name: /^I agree to pay/ }).check();
    await page.getByRole('button', { name: 'Subscribe for $9.00', exact: true }).click();
    const said = (field: ReturnType<typeof address>) =>
      field.evaluate((input) =>
        (input.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(''),
      );
    await expect.poll(() => said(address())).toContain('Please enter an address.');
    expect(await said(lastName)).toContain('Please enter a last name.');
    await lastName.fill('Ash');
    await address().fill('1 Mill Lane');
  });

  it('CARD-05 is told why, and keeps the page and what was typed', async () => {
    await page.getByRole('button', { name: 'Subscribe for $9.00', exact: true }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'The payment was declined. Nothing was charged.' });
    await problem
      .getByText(
        /Your bank reports that there is not enough money on this card\. Problem in card authorization please re-enter your card details or add new card\./,
      )
      .waitFor();
    // The step after the error is the one that broke the page.
    await address().fill('2 Mill Lane');
    await problem.waitFor();
    expect([await address().inputValue(), await postal().inputValue()]).toEqual(['2 Mill Lane', '97201']);
  });

  it('finds it again after Back', async () => {
    await page.getByRole('link', { name: 'Refund policy' }).first().waitFor();
    await fan.open('/membership');
    await page.goBack();
    await page.waitForURL('**/subscribe');
    await expect.poll(() => address().inputValue()).toBe('2 Mill Lane');
    await expect.poll(() => postal().inputValue()).toBe('97201');
  });

  it('sees what the card field says, though the button is far below it', async () => {
    await typeCard(page);
    const consent = page.getByRole('checkbox', { name: /^I agree to pay/ });
    // For a frame after a scroll, Chromium still sends the pointer to the provider's frame that was there before.
    await expect
      .poll(async () => {
        await consent.hover();
        return consent.evaluate((box) => box.matches(':hover'));
      })
      .toBe(true);
    await consent.check();
    await fan.context.setOffline(true);
    await page.getByRole('button', { name: 'Subscribe for $9.00', exact: true }).click();
    await page.frameLocator('iframe').getByText('Your card could not be read just now. Nothing was charged.').waitFor();
    await fan.context.setOffline(false);
    await expect
      .poll(() =>
        page.locator('.card-field').evaluate((field) => {
          const { top, bottom } = field.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      )
      .toBe(true);
  });

  it('CARD-02 pays once after the check that a declined card leads to, also when the line breaks in the middle', async () => {
    let tries = 0;
    await page.route('**/api/v2/subscription/subscribe', (route) => {
      tries += 1;
      return tries === 1 ? route.abort('internetdisconnected') : route.continue();
    });
    const asked = page.waitForResponse((answer) => answer.status() === 430);
    await page.getByRole('button', { name: 'Subscribe for $9.00', exact: true }).click();
    await asked;
    await page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
    await page.unroute('**/api/v2/subscription/subscribe');
    expect(tries).toBe(3);
  });

  it('is led back to the post, over the feed, and unlocks it; Back closes the order alone', async () => {
    await page.getByRole('button', { name: 'Go to the post' }).click();
    await page.waitForURL('**/feed/*');
    const post = page.getByRole('dialog').first();
    await post.getByRole('button', { name: /^Unlock for \$/ }).click();
    await page.getByRole('button', { name: 'Confirm', exact: true }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('button', { name: 'Confirm', exact: true }).count()).toBe(0);
    await post.getByRole('button', { name: /^Unlock for \$/ }).click();
    await page.getByRole('button', { name: 'Use another card' }).click();
    await address().fill('3 Mill Lane');
    await page.keyboard.press('Escape');
    await expect.poll(() => address().count()).toBe(0);
    // Only the order went, and nothing of what was typed.
    await post.getByRole('button', { name: /^Unlock for \$/ }).click();
    await page.getByRole('button', { name: 'Use another card' }).click();
    await expect.poll(() => address().inputValue()).toBe('3 Mill Lane');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Use another card' }).click();
    await fillBilling(page);
    await typeCard(page);
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.getByText('Unlocked. Enjoy!').waitFor();
    // It was sent and taken: the address does not stay in the tab.
    await expect
      .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('typed:card-holder'))))
      .toEqual([]);
    await post.getByRole('button', { name: 'Close', exact: true }).click();
    await page.waitForURL('**/home');
  });

  it.each(['-23', '-24'])('CARD-01 is asked for the card again where its charge answers %s', async (code) => {
    const refused = { success: false, code: 'card-needs-attention', decline_code: code, allow_cascade: false };
    await page.route('**/api/v2/purchase/post-purchase', (route) => route.fulfill({ status: 409, json: refused }), {
      times: 1,
    });
    await fan.open('/home');
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Unlock for \$/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('heading', { name: 'Add Card Details' }).waitFor();
    await address().waitFor();
  });

  it('is at the same place of the feed after logging in, and at the address that a guest asked for', async () => {
    const again = await sites.visit('clay');
    const { page: guest } = again;
    const logIn = async (): Promise<void> => {
      await guest.getByLabel('Email', { exact: true }).fill(own);
      await guest.getByLabel('Password', { exact: true }).fill(password);
      await guest.getByRole('button', { name: 'Log in', exact: true }).click();
    };
    await again.open('/home');
    await guest.evaluate(() => window.scrollTo(0, 1500));
    await expect.poll(() => guest.evaluate(() => sessionStorage.getItem('scroll-places') ?? '')).toContain(':1500');
    await guest.getByRole('link', { name: 'Log in', exact: true }).first().click();
    await guest.waitForURL('**/login');
    await logIn();
    await guest.waitForURL('**/home');
    // The browser holds on to what is seen while pictures above it come.
    await expect.poll(() => guest.evaluate(() => Math.abs(window.scrollY - 1500))).toBeLessThan(200);
    await again.context.clearCookies();
    await guest.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await again.open('/profile/payment-method');
    await guest.waitForURL('**/login');
    await logIn();
    await guest.waitForURL('**/profile/payment-method');
  });

  it('GEN-08 sees the page begin anew, which says why, where the check fails again and again', async () => {
    const again = await sites.visit('clay');
    const { page: guest } = again;
    await again.open('/login');
    const message = 'Please confirm that you are a person.';
    const challenge = { kind: 'proof_of_work', token: 'none', wait_seconds: 0, seed: 'none', puzzles: 1, bits: 1 };
    await guest.route('**/api/users/login', (route) =>
      route.fulfill({ status: 430, json: { success: false, code: 'human-check', message, challenge } }),
    );
    await guest.getByLabel('Email', { exact: true }).fill(own);
    await guest.getByLabel('Password', { exact: true }).fill(password);
    const begunAnew = guest.waitForEvent('load');
    await guest.getByRole('button', { name: 'Log in', exact: true }).click();
    await begunAnew;
    await guest.getByRole('status').getByText('The check did not work. Please try again.').waitFor();
  });

  it('CARD-03 sees it begin anew also where the check of a card fails again and again', async () => {
    const again = await sites.visit('clay');
    const { page: guest } = again;
    await again.open('/register');
    await registerOnPage(guest, newEmail());
    await guest.waitForURL('**/subscribe');
    const challenge = { kind: 'proof_of_work', token: 'none', wait_seconds: 0, seed: 'none', puzzles: 1, bits: 1 };
    await guest.route('**/api/v2/subscription/subscribe', (route) =>
      route.fulfill({ status: 430, json: { success: false, code: 'human-check', challenge } }),
    );
    await typeCard(guest);
    await fillBilling(guest);
    await guest.getByRole('checkbox', { name: /^I agree to pay/ }).check();
    const begunAnew = guest.waitForEvent('load');
    await guest.getByRole('button', { name: /^Subscribe for \$/ }).click();
    await begunAnew;
    await guest.getByRole('status').getByText('The check did not work. Please try again.').waitFor();
    await guest.getByRole('button', { name: /^Subscribe for \$/ }).waitFor();
  });

  it('ACC-25 is told that email or password is wrong also where the answer has no words', async () => {
    const again = await sites.visit('clay');
    const { page: guest } = again;
    await again.open('/login');
    await guest.route('**/api/users/login', (route) =>
      route.fulfill({ status: 401, json: { success: false, code: 'login-default' } }),
    );
    await guest.getByLabel('Email', { exact: true }).fill(own);
    await guest.getByLabel('Password', { exact: true }).fill('not-the-password');
    await guest.getByRole('button', { name: 'Log in', exact: true }).click();
    await guest.getByRole('alert').getByText('Invalid email or password.', { exact: true }).waitFor();
  });

  it('is led nowhere else by a login page that somebody else wrote the address of', async () => {
    const again = await sites.visit('clay');
    await again.open(`/login?next=${encodeURIComponent('//evil.example/profile')}`);
    await again.page.waitForURL('**/login');
    await again.page.getByLabel('Email', { exact: true }).fill(own);
    await again.page.getByLabel('Password', { exact: true }).fill(password);
    await again.page.getByRole('button', { name: 'Log in', exact: true }).click();
    await again.page.waitForURL(`${again.origin}/`);
  });
});

it('nothing broke on the way', () => {
  expect(sites.complaints()).toEqual([]);
});
