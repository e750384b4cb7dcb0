import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmail, password, registerOnPage } from '../testing/journey/account.ts';
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

it('C15 a fan who is logged out finds the way to withdraw on the page of a site in maintenance, and goes it to its end', async () => {
  const email = newEmail();
  const member = await sites.visit('clay', { width: 390 });
  await member.open('/register');
  await registerOnPage(member.page, email);
  await member.page.waitForURL('**/subscribe');
  await typeCard(member.page);
  await fillBilling(member.page);
  await member.page.getByRole('checkbox', { name: /I can withdraw from it and get back everything/ }).check();
  await member.page.getByRole('button', { name: 'Subscribe for $9.00', exact: true }).click();
  await member.page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();

  await sites.change('clay', { maintenance_mode: true });
  const { page, ...fan } = await sites.visit('clay', { width: 390 });
  await expect
    .poll(
      async () => {
        await fan.open('/home');
        return page.getByRole('link', { name: 'Withdraw from contract here' }).count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await page.getByRole('link', { name: 'Withdraw from contract here' }).click();
  await page.waitForURL('**/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/profile/withdraw');
  await page.getByText('$9.00, the way you paid it').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await page.getByRole('heading', { name: 'You have withdrawn from your membership' }).waitFor();
  await fan.open('/profile/payments');
  await page.getByRole('link', { name: 'Cancel membership' }).waitFor();
  await sites.change('clay', { maintenance_mode: false });
});
