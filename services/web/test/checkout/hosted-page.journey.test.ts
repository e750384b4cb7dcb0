import { twinAccount } from '@backlot/twins/ccbill/books';
import { beforeAll, describe, expect, it } from 'vitest';
import { cancelOnPage, newEmail, password } from '../testing/journey/account.ts';
import { findBarriers } from '../testing/journey/axe.ts';
import { formerMember } from '../testing/journey/former-member.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';
import type { Visit } from '../testing/journey/visit.ts';

const sites = openDemoSites();
const offer = {
  resubscribe_offer_settings: { is_enabled: true },
  resubscribe_offer: {
    for_subscribers_only: true,
    give_free_month_subscription: 0,
    recurring_price: 5,
    promo_banner_text: 'Come back to the kiln',
  },
};
/** CCBill's form alone, with which none of the cards on file were left. */
const onForm = {
  card_brake: 'on',
  'ccbill_settings.account_number': twinAccount.account,
  'ccbill_settings.sub_account': twinAccount.subAccount,
  'ccbill_settings.form_name': twinAccount.form,
  'ccbill_settings.salt': twinAccount.salt,
  'ccbill_settings.data_link_user': twinAccount.dataLinkUser,
  'ccbill_settings.data_link_password': twinAccount.dataLinkPassword,
  'migrate_subscription.days_before': 60,
};
const onItsPage = 'You enter your card on the payment provider’s secure page and come back here.';

describe("a site under the card brake that has moved to CCBill's form", () => {
  let admin: string;
  let [member, subscribes, resubscribes] = ['', '', ''];
  beforeAll(async () => {
    admin = await sites.clients.clay.login('admin@clay.example', 'Demo-staff-2026');
    await sites.change('clay', offer);
    member = (await join()).token;
    subscribes = await formerMember(sites);
    resubscribes = await formerMember(sites);
    await save(onForm);
  });

  it('has a post paid on the form, after a check that nobody notices', async () => {
    const fan = await visit(member);
    await fan.visit.open('/home');
    const article = fan.visit.page
      .getByRole('article')
      .filter({ hasText: '1 photo' })
      .filter({ hasText: /Unlock for \$/ })
      .first();
    await article.getByRole('button', { name: /Unlock for/ }).click();
    const order = fan.visit.page.getByRole('dialog');
    await order.getByText('A card, entered on the next page').waitFor();
    await fan.namesNoCard();
    await order.getByRole('button', { name: 'Confirm', exact: true }).click();
    await fan.isOnForm();
    await fan.pays();
    await fan.visit.close();
  });

  it('has a former member subscribe there', async () => {
    const fan = await visit(subscribes);
    await fan.visit.open('/subscribe');
    await fan.visit.page.getByText(onItsPage).waitFor();
    await fan.namesNoCard();
    await fan.visit.page.getByRole('checkbox', { name: /^I agree to pay/ }).check();
    await fan.visit.page.getByRole('button', { name: 'Subscribe for $5.00', exact: true }).click();
    await fan.isOnForm();
    await fan.visit.close();
  });

  it('has a former member take the resubscribe offer there', async () => {
    const fan = await visit(resubscribes);
    await fan.visit.open('/gallery');
    await fan.visit.page
      .getByRole('region', { name: 'Resubscribe offer' })
      .getByRole('button', { name: 'Resubscribe' })
      .click();
    const sheet = fan.visit.page.getByRole('dialog', { name: 'Resubscribe now' });
    await sheet.getByText(onItsPage).waitFor();
    await fan.namesNoCard();
    await sheet.getByRole('checkbox', { name: /^I agree to pay/ }).check();
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await fan.isOnForm();
    await fan.visit.close();
  });

  it('SUB-33 has a member go on with the new account there', async () => {
    await save({ 'migrate_subscription.is_enabled': true });
    const fan = await visit(member);
    await fan.visit.open('/gallery');
    const popup = fan.visit.page.getByRole('dialog');
    await popup.getByRole('button', { name: 'Subscribe for $14.00' }).click();
    await popup.getByText(onItsPage).waitFor();
    await fan.namesNoCard();
    await popup.getByRole('button', { name: 'Pay $14.00' }).click();
    await fan.isOnForm();
    await fan.visit.close();
  });

  it.each([390, 1440])('has somebody without a card join and unlock a post, at %i px', async (width) => {
    const token = await sites.clients.clay.register(newEmail(), password, 'Robin Ash');
    const fan = await visit(token, width);
    const { page } = fan.visit;
    await fan.visit.open('/subscribe');
    await page.getByText(onItsPage).waitFor();
    expect(await page.getByLabel('First name').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('checkbox', { name: /^I agree to pay/ }).check();
    await page.getByRole('button', { name: /^Subscribe for/ }).click();
    await fan.isOnForm();
    await fan.pays('Thank you for subscribing');

    await fan.visit.open('/profile/payment-method');
    await page.getByText('There is nothing to add beforehand.').waitFor();
    expect(await page.getByRole('link', { name: 'Add a card' }).count()).toBe(0);

    await fan.visit.open('/home');
    const locked = page.getByRole('article').filter({ hasText: /Unlock for \$/ });
    await locked
      .first()
      .getByRole('button', { name: /Unlock for/ })
      .click();
    const order = page.getByRole('dialog');
    await order.getByText('A card, entered on the next page').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await order.getByRole('button', { name: 'Confirm', exact: true }).click();
    await fan.isOnForm();
    await fan.pays();

    // CCBill charges by itself, and what it has ended begins no more.
    await fan.visit.open('/profile/cancel-subscription');
    await page.getByText(/^This can’t be undone\./).waitFor();
    await cancelOnPage(page);
    await page.getByText(/^You keep access until/).waitFor();
    await page.getByText(/^This membership has ended for good\./).waitFor();
    expect(await page.getByRole('button', { name: 'Keep it after all' }).count()).toBe(0);
    await fan.visit.close();
  });

  /** With the statuses that its purchase was answered with. */
  async function visit(
    token: string,
    width = 390,
  ): Promise<{
    visit: Visit;
    namesNoCard: () => Promise<void>;
    isOnForm: () => Promise<void>;
    pays: (told?: string) => Promise<void>;
  }> {
    const opened = await sites.visit('clay', { token, width });
    const answers: number[] = [];
    // Found by its key: nothing else is sent with one.
    opened.page.on('response', (answer) => {
      if (answer.request().headers()['idempotency-key']) answers.push(answer.status());
    });
    return {
      visit: opened,
      /** The one on file was left with the account of before. */
      async namesNoCard() {
        expect(await opened.page.getByText('4242').count()).toBe(0);
      },
      async isOnForm() {
        await opened.page.getByRole('heading', { name: 'Payment form (sandbox)' }).waitFor();
        expect(answers.splice(0)).toEqual([430, 200]);
        expect(opened.complaints).toEqual([]);
      },
      async pays(told = 'Paid. Thank you!') {
        const { page } = opened;
        await page.getByLabel('Card number').fill('4111111111111111');
        await page.getByLabel('Month').fill('12');
        await page.getByLabel('Year').fill('2031');
        await page.getByLabel('Security code').fill('123');
        await page.getByRole('button', { name: 'Pay', exact: true }).click();
        await page.waitForURL('**/payment/*');
        await page.getByRole('heading', { name: told }).waitFor();
      },
    };
  }

  const save = async (body: object): Promise<void> => {
    await sites.clients.clay.call('PATCH /api/app_settings', { token: admin, body });
  };

  /** A member with a card on file. */
  async function join(): Promise<{ token: string; email: string }> {
    const client = sites.clients.clay;
    const email = newEmail();
    const token = await client.register(email, password, 'Robin Ash');
    await client.subscribe(token, email);
    return { token, email };
  }
});
