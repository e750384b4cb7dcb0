import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSiteRows, type SiteRows } from '../../../../scripts/shots/site-rows.ts';
import { cancelOnPage, newEmail, password, registerOnPage } from '../testing/journey/account.ts';
import { findBarriers } from '../testing/journey/axe.ts';
import { fillBilling, typeCard } from '../testing/journey/card.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';
import { formerMember } from '../testing/journey/former-member.ts';
import type { Visit } from '../testing/journey/visit.ts';

const sites = openDemoSites();
let rows: SiteRows;
beforeAll(async () => {
  rows = await openSiteRows(sites.site.dataDir, 'clay', sites.clients.clay);
});
afterAll(() => rows?.close());

async function join(fan: Visit, email: string): Promise<void> {
  await fan.open('/register');
  await registerOnPage(fan.page, email);
  await fan.page.waitForURL('**/subscribe');
  await typeCard(fan.page);
  await fillBilling(fan.page);
  await fan.page.getByRole('checkbox', { name: /^I agree to pay/ }).check();
  await fan.page.getByRole('button', { name: 'Subscribe for $9.00', exact: true }).click();
  await fan.page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
}

async function idOf(email: string): Promise<string> {
  const client = sites.clients.clay;
  return (await client.call('GET /api/users/me', { token: await client.login(email, password) })).data._id;
}

/** Former members may come back for nothing, for ever. */
async function offerForEver(isOn: boolean): Promise<void> {
  await sites.change('clay', {
    resubscribe_offer_settings: { is_enabled: isOn },
    resubscribe_offer: { for_subscribers_only: true, give_free_month_subscription: -1, recurring_price: 5 },
  });
}

describe.each([390, 1440])('a fan whose renewal was declined, %i px wide', (width) => {
  const email = newEmail();
  let fan: Visit;
  let page: Page;
  const asked = () => page.getByRole('dialog', { name: 'I want you back!' });
  beforeAll(async () => {
    fan = await sites.visit('clay', { width });
    ({ page } = fan);
  });

  it('SUB-42 SUB-43 is asked back with the reason, and may renew, add a card or cancel', async () => {
    await join(fan, email);
    await rows.failRenewal(email);
    await fan.open('/home');
    await asked().waitFor();
    await asked()
      .getByText(/^Your recent rebill for subscription failed\./)
      .waitFor();
    await asked().getByText('Your bank reports that there is not enough money on this card.').waitFor();
    const ways = await asked()
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(ways).toEqual(['/subscribe', '/profile/add-new-payment-method', '/profile/cancel-subscription']);
    await page.keyboard.press('Escape');
    await asked().waitFor();
  });

  it('mends it with another card, which is charged at once', async () => {
    await asked().getByRole('link', { name: 'Add a card' }).click();
    await page.waitForURL('**/profile/add-new-payment-method');
    await typeCard(page, '5555555555554444');
    await fillBilling(page);
    await page.getByRole('button', { name: 'Save card', exact: true }).click();
    await page.getByText('Your card was saved. We are renewing your membership with it now.').waitFor();
    await fan.open('/profile');
    await page
      .getByText(/^Your membership renews on|Renews on/)
      .first()
      .waitFor();
    await fan.open('/home');
    await expect.poll(() => asked().count()).toBe(0);
  });
});

describe.each([390, 1440])('cancelling, %i px wide', (width) => {
  const email = newEmail();
  let fan: Visit;
  let page: Page;
  beforeAll(async () => {
    fan = await sites.visit('clay', { width });
    ({ page } = fan);
    await join(fan, email);
  });

  it('an active membership keeps access to its date, and can be kept after all', async () => {
    await fan.open('/profile/cancel-subscription');
    await cancelOnPage(page);
    await page.getByText(/^You keep access until/).waitFor();
    await page.getByRole('button', { name: 'Keep it after all' }).click();
    await page.getByRole('heading', { name: 'Your membership goes on.' }).waitFor();
  });

  it('one whose renewal was declined ends its retries, and nobody is asked back any more', async () => {
    await rows.failRenewal(email);
    await fan.open('/home');
    await page
      .getByRole('dialog', { name: 'I want you back!' })
      .getByRole('link', { name: 'Cancel Subscription' })
      .click();
    await page.waitForURL('**/profile/cancel-subscription');
    await cancelOnPage(page);
    await page.getByText('Nothing more is charged.').waitFor();
    await fan.open('/home');
    await page.getByRole('main').getByRole('article').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('one that was given ends at its date all the same', async () => {
    await sites.clients.clay.call('POST /api/admin/give_complimentary_subscription', {
      token: sites.creators.clay,
      body: { user_id: await idOf(email), months: 1 },
    });
    await fan.open('/profile');
    await page.getByText(/^A gift, until/).waitFor();
    await fan.open('/profile/cancel-subscription');
    await cancelOnPage(page);
    await page.getByText(/^You keep access until/).waitFor();
  });

  it('one whose bank could not be reached ends at once, which is said before', async () => {
    const [{ clay }, another] = [sites.clients, newEmail()];
    const token = await clay.register(another, password, 'Robin Ash');
    await clay.subscribe(token, another);
    await rows.failRenewal(another, 'try-later');
    const late = await sites.visit('clay', { width, token });
    await late.open('/membership');
    await late.page.getByRole('main').getByRole('link', { name: 'Cancel membership' }).click();
    await late.page.getByText(/^Your membership ends at once\./).waitFor();
    await late.page.getByText(/^This can’t be undone\./).waitFor();
    await cancelOnPage(late.page);
    await late.page.getByText('Nothing more is charged.').waitFor();
    await late.close();
  });

  it('one that has no end is over at once and for good, which is said before', async () => {
    const { clay } = sites.clients;
    const token = await formerMember(sites);
    await offerForEver(true);
    await clay.call('POST /api/resubscribe-offer/resubscribe', { token, body: {} });
    await offerForEver(false);
    const kept = await sites.visit('clay', { width, token });
    await kept.open('/membership');
    await kept.page.getByRole('main').getByRole('link', { name: 'Cancel membership' }).click();
    await kept.page.getByText(/^Your membership has no end and is free of charge\./).waitFor();
    await kept.page.getByText(/^This can’t be undone\./).waitFor();
    expect(await findBarriers(kept.page)).toEqual([]);
    await cancelOnPage(kept.page);
    await kept.page.getByText('Nothing more is charged.').waitFor();
    expect(await kept.page.getByRole('button', { name: 'Keep it after all' }).count()).toBe(0);
    await kept.close();
  });

  it('without a membership there is nothing to cancel', async () => {
    const stranger = await sites.visit('clay', { width });
    await stranger.open('/register');
    await registerOnPage(stranger.page, newEmail());
    await stranger.page.waitForURL('**/subscribe');
    await stranger.open('/profile/cancel-subscription');
    await stranger.page.getByRole('heading', { name: 'There is no active membership.' }).waitFor();
  });
});

describe.each([390, 1440])('a member of a site that has left its payment account, %i px wide', (width) => {
  let fan: Visit;
  let page: Page;
  const email = newEmail();
  const asked = () => page.getByRole('dialog', { name: 'Keep your membership' });
  beforeAll(async () => {
    const { clay } = sites.clients;
    const token = await clay.register(email, password, 'Robin Ash');
    await clay.subscribe(token, email);
    await rows.leaveAccount();
    const { data } = await clay.call('GET /api/users/me', { token });
    await clay.call('POST /api/admin/update_user_migration_subscription', {
      token: sites.creators.clay,
      body: { user_id: data._id, migration_subscription: true },
    });
    fan = await sites.visit('clay', { width, token });
    ({ page } = fan);
  });

  it('SUB-33 SUB-34 is asked to pay the next month or to cancel, and confirms the price with its dates', async () => {
    await fan.open('/home');
    await asked()
      .getByText(/^Payments on this site are moving\./)
      .waitFor();
    const message = 'We have a new bank.\nStay with us!';
    await sites.change('clay', { 'migrate_subscription.message_content': message });
    await asked().getByText('Stay with us!').waitFor();
    await sites.change('clay', { 'migrate_subscription.message_content': '' });
    await asked().getByRole('link', { name: 'Cancel Subscription' }).waitFor();
    await asked()
      .getByRole('button', { name: /^Subscribe for \$/ })
      .click();
    await asked()
      .getByText(/^Please Confirm Your Purchase of \$[\d.]+\.$/)
      .waitFor();
    await asked()
      .getByText(/No day is lost, and none is paid twice\.$/)
      .waitFor();
  });

  it('SUB-38 is led to the page that takes a card, with the price kept, and is asked no more', async () => {
    await asked().getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL('**/subscribe');
    await page.getByText(/No day is lost, and none is paid twice\.$/).waitFor();
    await typeCard(page);
    await fillBilling(page);
    await page.getByRole('checkbox', { name: /^I agree to pay/ }).check();
    await page.getByRole('button', { name: /^Subscribe for \$/ }).click();
    await page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
    await fan.open('/home');
    await page.getByRole('main').getByRole('article').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('a member who cancels while another page still asks them to go on', () => {
  it('SUB-36 is asked no more, and nothing is taken, once the answer says that it is cancelled', async () => {
    const { clay } = sites.clients;
    const email = newEmail();
    const token = await clay.register(email, password, 'Robin Ash');
    await clay.subscribe(token, email);
    await rows.leaveAccount();
    await clay.call('POST /api/admin/update_user_migration_subscription', {
      token: sites.creators.clay,
      body: { user_id: await idOf(email), migration_subscription: true },
    });
    const { page, open } = await sites.visit('clay', { token });
    // Cancelled just before the payment arrives: only its answer can say so.
    await page.route('**/api/migrate-subscription-for-user', async (route) => {
      await clay.call('POST /api/cancel-subscription', {
        token,
        body: { reason: 'Other', other_reason: 'Moving away' },
      });
      await route.continue();
    });
    await open('/home');
    const asked = page.getByRole('dialog', { name: 'Keep your membership' });
    await asked.getByRole('button', { name: /^Subscribe for \$/ }).click();
    const answered = page.waitForResponse(/migrate-subscription-for-user/);
    await asked.getByRole('button', { name: /^Pay/ }).click();
    const { code: refusal } = (await (await answered).json()) as { code?: string };
    await asked.waitFor({ state: 'detached' });
    expect([refusal, new URL(page.url()).pathname]).toEqual(['migration-over', '/home']);
  });
});

describe('the creator', () => {
  it('gives a fan a membership, makes it longer, ends it, and reads who left and why', async () => {
    const email = newEmail();
    const stranger = await sites.visit('clay');
    await stranger.open('/register');
    await registerOnPage(stranger.page, email);
    await stranger.page.waitForURL('**/subscribe');
    const { page, open } = await sites.visit('clay', { width: 1440, token: sites.creators.clay });
    await open(`/admin/subscribers/${await idOf(email)}`);
    await page.getByRole('button', { name: 'Give a membership' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Access until .+\. Nothing is charged\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Give a membership' }).click();
    await page.getByText('Complimentary membership given.').waitFor();
    await page.getByText('Given by staff').waitFor();
    await page.getByRole('button', { name: 'Make it longer' }).click();
    await dialog.getByRole('button', { name: 'Make it longer' }).click();
    await page.getByText('Made longer by staff').waitFor();
    await page.getByRole('button', { name: 'End it now' }).click();
    await dialog.getByRole('button', { name: 'End it now' }).click();
    await page.getByText('Complimentary membership ended.').waitFor();
    await page.getByRole('button', { name: 'Give a membership' }).waitFor();
    await open('/admin/cancellation');
    await page.getByRole('heading', { name: 'Why fans leave' }).waitFor();
    await page.getByRole('table', { name: 'Cancellations' }).waitFor();
  });
});

it('nothing broke on the way', () => {
  expect(sites.complaints()).toEqual([]);
});
