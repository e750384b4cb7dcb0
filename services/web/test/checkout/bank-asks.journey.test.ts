import { twinAccount } from '@backlot/twins/ccbill/books';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmail, password, registerOnPage } from '../testing/journey/account.ts';
import { findBarriers } from '../testing/journey/axe.ts';
import { fillBilling, typeCard } from '../testing/journey/card.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';
import type { Visit } from '../testing/journey/visit.ts';

const sites = openDemoSites();
const asks = '4000000000003220';

describe.each([390, 1440])('a fan whose bank asks whether it is them, on clay, %i pixels wide', (width) => {
  let fan: Visit;
  let page: Page;
  const bank = () => page.getByRole('heading', { name: 'Your bank (sandbox)' });
  const say = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const pay = async (): Promise<void> => {
    await page.getByRole('checkbox', { name: /^I agree to pay/ }).check();
    await say('Subscribe for $9.00');
    await bank().waitFor();
  };
  beforeAll(async () => {
    fan = await sites.visit('clay', { width });
    ({ page } = fan);
  });

  it('is led to the bank, says no there, and learns that nothing was charged', async () => {
    await fan.open('/register');
    await registerOnPage(page, newEmail());
    await page.waitForURL('**/subscribe');
    await typeCard(page, asks);
    await fillBilling(page);
    await pay();
    await page.getByText('$9.00').first().waitFor();
    await say('No');
    await page.waitForURL('**/payment/*');
    await page.getByRole('heading', { name: 'Not paid' }).waitFor();
    await page.getByText('The payment was not completed. There is nothing wrong with your card.').waitFor();
    await page.getByRole('link', { name: 'Try again', exact: true }).click();
    await page.waitForURL('**/subscribe');
  });

  it('comes back from the bank by Back, and goes on from where it waits, also after a reload', async () => {
    await typeCard(page, asks);
    await fillBilling(page);
    await pay();
    await page.goBack();
    await page.waitForURL('**/payment/*');
    const waits = page.getByRole('heading', { name: 'Your bank wants to make sure it is you' });
    await waits.waitFor();
    await page.reload();
    await waits.waitFor();
    await page.getByText('Nothing is charged until you do.').waitFor();
    // As after the tab was closed: the form says so, and leads back.
    await fan.open('/subscribe');
    await page.getByText('A payment for this is already in progress.').waitFor();
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await waits.waitFor();
    await say('Continue');
    await bank().waitFor();
  });

  it('says yes there and is a member', async () => {
    await say('Yes, it is me');
    await page.waitForURL('**/payment/*');
    await page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
  });

  it('buys a post with the card on file: the bank asks once more, and the picture opens', async () => {
    await fan.open('/home');
    const article = page
      .getByRole('article')
      .filter({ hasText: '1 photo' })
      .filter({ hasText: /Unlock for \$/ })
      .first();
    await article.getByRole('button', { name: /Unlock for/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
    await bank().waitFor();
    await say('Yes, it is me');
    await page.waitForURL('**/payment/*');
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
    await page.getByRole('link', { name: 'Go to the post' }).click();
    await page.waitForURL('**/feed/*');
    expect(await page.getByRole('button', { name: /Unlock for/ }).count()).toBe(0);
  });

  it('gives a payment up, and nothing is charged', async () => {
    await fan.open('/home');
    const article = page
      .getByRole('article')
      .filter({ hasText: /Unlock for \$/ })
      .first();
    await article.getByRole('button', { name: /Unlock for/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
    await bank().waitFor();
    await page.goBack();
    await say('Cancel the payment');
    await page.getByRole('heading', { name: 'Not paid' }).waitFor();
  });
});

const secondOnForm = {
  second_card_provider: 'ccbill',
  'ccbill_settings.account_number': twinAccount.account,
  'ccbill_settings.sub_account': twinAccount.subAccount,
  'ccbill_settings.form_name': twinAccount.form,
  'ccbill_settings.salt': twinAccount.salt,
  'ccbill_settings.data_link_user': twinAccount.dataLinkUser,
  'ccbill_settings.data_link_password': twinAccount.dataLinkPassword,
};
const onItsPage = 'You enter your card on the payment provider’s secure page and come back here.';

describe("a fan whose card is declined by a site's first provider", () => {
  const declined = '4000000000009995';
  let token: string;
  beforeAll(async () => {
    const admin = await sites.clients.clay.login('admin@clay.example', 'Demo-staff-2026');
    // With the account that it needs, in one: a site that has set up neither keeps the sandbox as its first.
    await sites.clients.clay.call('PATCH /api/app_settings', { token: admin, body: secondOnForm });
    token = await sites.clients.clay.register(newEmail(), password, 'Robin Ash');
  });

  it('joins with the second, after agreeing to how that charges', async () => {
    const fan = await sites.visit('clay', { token });
    const { page } = fan;
    await fan.open('/subscribe');
    await typeCard(page, declined);
    await fillBilling(page);
    await page.getByRole('checkbox', { name: /^I agree to pay/ }).check();
    await page.getByRole('button', { name: /^Subscribe for/ }).click();
    const another = page.getByRole('link', { name: 'Try another way to pay' });
    await another.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await another.click();
    await page.getByRole('heading', { name: 'Try another way to pay' }).waitFor();
    await page.getByText(onItsPage).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.getByText('Please agree to the terms').first().waitFor();
    await page.getByRole('checkbox', { name: /every 30 days from .* until I cancel/ }).check();
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await pays(fan, 'Thank you for subscribing');
    await fan.close();
  });

  it('unlocks a post with the second', async () => {
    const fan = await sites.visit('clay', { token, width: 1440 });
    const { page } = fan;
    await fan.open('/home');
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Unlock for \$/ })
      .first()
      .click();
    const order = page.getByRole('dialog');
    await order.getByRole('button', { name: 'Confirm', exact: true }).click();
    await typeCard(page, declined);
    await fillBilling(page);
    await order.getByRole('button', { name: /^Pay \$/ }).click();
    const another = order.getByRole('link', { name: 'Try another way to pay' });
    await another.waitFor();
    await another.click();
    await page.getByRole('heading', { name: 'Try another way to pay' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await pays(fan, 'Paid. Thank you!');
    await page.getByRole('link', { name: 'Go to the post' }).waitFor();
    await fan.close();
  });

  async function pays({ page, complaints }: Visit, told: string): Promise<void> {
    await page.getByRole('heading', { name: 'Payment form (sandbox)' }).waitFor();
    expect(complaints).toEqual([]);
    await page.getByLabel('Card number').fill('4111111111111111');
    await page.getByLabel('Month').fill('12');
    await page.getByLabel('Year').fill('2031');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.waitForURL('**/payment/*');
    await page.getByRole('heading', { name: told }).waitFor();
  }
});
