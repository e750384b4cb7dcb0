import { beforeAll, describe, expect, it } from 'vitest';
import { cancelOnPage, newEmail, password } from '../testing/journey/account.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';
import type { Visit } from '../testing/journey/visit.ts';

const sites = openDemoSites();
let admin = '';
beforeAll(async () => {
  // How a site is paid is for its admin alone.
  admin = await sites.clients.clay.login('admin@clay.example', 'Demo-staff-2026');
  await sites.clients.clay.call('PATCH /api/app_settings', { token: admin, body: { is_crypto_payment_enabled: true } });
});

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

/** Somebody whose membership and a post went back into the wallet. */
async function richFan() {
  const { clay } = sites.clients;
  const email = newEmail();
  const token = await clay.register(email, password, 'Robin Ash');
  await clay.subscribe(token, email);
  const posts = (await clay.call('GET /api/blogs')).blogs.filter(
    ({ visibility, amount }) => visibility === 'locked' && amount !== null,
  );
  const [bought, wanted] = posts.sort((a, b) => b.amount! - a.amount!) as [(typeof posts)[0], (typeof posts)[0]];
  await clay.call('POST /api/v2/purchase/post-purchase', {
    token,
    body: { blogId: bought._id, amount: bought.amount, action: 'blog' },
  });
  const { data } = (await clay.call(
    `GET /api/admin/get_transactions_details?user_id=${(await clay.call('GET /api/users/me', { token })).data._id}`,
    { token: admin },
  )) as unknown as { data: { transactions: Array<{ _id: string; amount: number; currency: string }> } };
  for (const { _id: id, amount, currency } of data.transactions)
    await clay.call('POST /api/reports/refund', {
      token: admin,
      body: { id, amount, currency, reason: 'Asked for by mail', to_wallet: true },
    });
  return { token, wanted, bought, balance: data.transactions.reduce((sum, { amount }) => sum + amount, 0) };
}

describe.each([390, 1440])('a fan with money in the wallet, at %i px', (width) => {
  let fan: Visit;
  let rich: Awaited<ReturnType<typeof richFan>>;
  beforeAll(async () => {
    rich = await richFan();
    fan = await sites.visit('clay', { width, token: rich.token });
  });

  it('WAL-24 WAL-30 ROLE-17 comes by the link with the balance to the wallet and its history', async () => {
    await fan.open('/home');
    await fan.page.getByRole('link', { name: `Wallet ${dollars(rich.balance)}` }).click();
    await fan.page.waitForURL('**/profile/wallet');
    await fan.page.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor();
    await fan.page.getByText(`+${dollars(9)}`).waitFor();
    expect(await fan.page.getByRole('listitem').filter({ hasText: 'Refund' }).count()).toBe(2);
  });

  it('SUB-49 buys a membership with it, and the renewals come from there', async () => {
    await fan.open('/profile/payment-method');
    // The choice is saved as it is made.
    const saved = fan.page.waitForResponse((response) => response.url().endsWith('/api/user/change-payment-method'));
    await fan.page.getByRole('radio', { name: /^Wallet/ }).check();
    expect((await saved).status()).toBe(200);
    await fan.open('/subscribe');
    await expect.poll(() => fan.page.getByRole('radio', { name: /^Wallet/ }).isChecked()).toBe(true);
    await fan.page.getByText('Later payments come from your wallet too.').waitFor();
    await fan.page.getByRole('checkbox', { name: /^I agree to pay/ }).check();
    await fan.page.getByRole('button', { name: /^Subscribe for/ }).click();
    await fan.page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
  });

  it('POST-076 POST-077 POST-080 buys a post with it, and is told what stays', async () => {
    const { data } = (await sites.clients.clay.call('GET /api/users/me', { token: rich.token })) as unknown as {
      data: { wallet_amount: number };
    };
    const left = data.wallet_amount - rich.wanted.amount!;
    await fan.open(`/feed/${rich.wanted._id}`);
    await fan.page
      .getByRole('button', { name: /^Unlock for/ })
      .first()
      .click();
    await fan.page.getByText(`${dollars(data.wallet_amount)} is in it. ${dollars(left)} stays.`).waitFor();
    await fan.page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await fan.page.getByText(`Paid from your wallet. ${dollars(left)} stays in it.`).waitFor();
    await fan.open('/profile/wallet');
    await fan.page.getByText(`−${dollars(rich.wanted.amount!)}`).waitFor();
  });

  it('POST-078 adds what is missing, rounded up, where the wallet does not cover a post, and has the post', async () => {
    const { data } = (await sites.clients.clay.call('GET /api/users/me', { token: rich.token })) as unknown as {
      data: { wallet_amount: number };
    };
    const missing = Math.ceil(rich.bought.amount! - data.wallet_amount);
    expect(missing).toBeGreaterThan(0);
    await fan.open(`/feed/${rich.bought._id}`);
    await fan.page
      .getByRole('button', { name: /^Unlock for/ })
      .first()
      .click();
    await fan.page.getByRole('button', { name: 'Add funds', exact: true }).click();
    const dialog = fan.page.getByRole('dialog').last();
    await dialog.getByText(`${dollars(missing)} is missing.`).waitFor();
    expect(await dialog.getByRole('radio').first().isChecked()).toBe(true);
    // The money comes, and what waited for it goes on.
    await dialog.getByText(/ BTC for \$/).waitFor();
    await dialog.getByRole('button', { name: 'Start' }).click();
    const chain = await fan.page.context().newPage();
    await chain.goto((await dialog.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href'))!);
    await chain.getByRole('button', { name: 'As the code says' }).click();
    await chain.getByRole('button', { name: 'Confirm all transfers' }).click();
    await fan.page.getByText(/^Paid from your wallet\./).waitFor();
    await expect.poll(() => fan.page.getByRole('dialog').count()).toBe(0);
    await chain.close();
  });

  it('SUB-22 cancels the membership that is paid from it, and keeps it after all', async () => {
    await fan.open('/profile/cancel-subscription');
    await cancelOnPage(fan.page);
    await fan.page.getByText(/^You keep access until/).waitFor();
    await fan.page.getByRole('button', { name: 'Keep it after all' }).click();
    await fan.page.getByRole('heading', { name: 'Your membership goes on.' }).waitFor();
    expect(fan.complaints).toEqual([]);
  });
});
