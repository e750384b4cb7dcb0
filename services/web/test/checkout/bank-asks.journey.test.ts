import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmail, registerOnPage } from '../testing/journey/account.ts';
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
