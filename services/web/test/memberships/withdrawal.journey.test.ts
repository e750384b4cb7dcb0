import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmail, registerOnPage } from '../testing/journey/account.ts';
import { fillBilling, typeCard } from '../testing/journey/card.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';
import type { Visit } from '../testing/journey/visit.ts';

const sites = openDemoSites();

describe.each([390, 1440])('a fan who withdraws, %i px wide', (width) => {
  const email = newEmail();
  let fan: Visit;
  let page: Page;
  beforeAll(async () => {
    fan = await sites.visit('clay', { width });
    ({ page } = fan);
  });

  it('C15 is told of the right before the order', async () => {
    await fan.open('/register');
    await registerOnPage(page, email);
    await page.waitForURL('**/subscribe');
    await typeCard(page);
    await fillBilling(page);
    await page.getByRole('checkbox', { name: /I can withdraw from it and get back everything/ }).check();
    await page.getByRole('button', { name: 'Subscribe for $9.00', exact: true }).click();
    await page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
  });

  it('C15 finds the way at the membership, in the list of payments and where a membership is cancelled', async () => {
    for (const address of ['/membership', '/profile', '/profile/cancel-subscription', '/profile/payments']) {
      await fan.open(address);
      await page.getByRole('link', { name: 'Withdraw from contract here' }).waitFor();
    }
    await page.getByRole('link', { name: 'Withdraw from contract here' }).click();
    await page.waitForURL('**/profile/withdraw');
  });

  it('C15 sees what comes back, confirms in a second step, and is told when it arrived', async () => {
    await page.getByText('$9.00, the way you paid it').waitFor();
    await page.getByText(`By email to ${email}`).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Withdraw from your membership?' }).waitFor();
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await page.getByRole('heading', { name: 'You have withdrawn from your membership' }).waitFor();
    await page.getByText(/^We received your withdrawal on .*\d:\d\d/).waitFor();
    await fan.open('/profile/withdraw');
    await page.getByRole('heading', { name: 'You have withdrawn from your membership' }).waitFor();
    await fan.open('/profile/payments');
    await page.locator('.payments-list li').first().waitFor();
    expect(await page.getByRole('link', { name: 'Withdraw from contract here' }).count()).toBe(0);
  });
});
