import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmail, password } from '../testing/journey/account.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';
import type { Visit } from '../testing/journey/visit.ts';

const sites = openDemoSites();
beforeAll(async () => {
  const { clay } = sites.clients;
  const admin = await clay.login('admin@clay.example', 'Demo-staff-2026');
  await clay.call('PATCH /api/app_settings', { token: admin, body: { is_crypto_payment_enabled: true } });
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add funds' });
const isStill = (page: Page) => page.getByText(/^The rate holds for 1[45]:\d\d$/);

describe.each([
  { width: 390, end: 'sends the rest', funds: 50 },
  { width: 1440, end: 'lets the time pass', funds: 49 },
])('a fan who adds fifty dollars and sends one too little, at $width px', ({ width, end, funds }) => {
  let fan: Visit;
  let page: Page;
  let chain: Page;
  let token: string;
  beforeAll(async () => {
    const { clay } = sites.clients;
    token = await clay.register(newEmail(), password, 'Robin Ash');
    fan = await sites.visit('clay', { width, token });
    ({ page } = fan);
  });

  it('WAL-26 WAL-27 WAL-28 is told why where no currency can be listed', async () => {
    const refused = { success: false, message: 'Not today.', code: 'crypto-unavailable', requestId: 'r' };
    await page.route('**/api/crypto/get-currencies', (route) => route.fulfill({ status: 409, json: refused }), {
      times: 1,
    });
    await fan.open('/profile/wallet');
    await page.getByRole('button', { name: 'Add funds' }).click();
    await dialogOf(page).getByRole('alert').filter({ hasText: 'Not today.' }).waitFor();
    expect(await dialogOf(page).getByRole('radio').count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
  });

  it('WAL-21 WAL-22 WAL-23 types another amount, and is told what is wrong with it', async () => {
    await fan.open('/profile/wallet');
    await page.getByRole('button', { name: 'Add funds' }).click();
    const dialog = dialogOf(page);
    expect(await dialog.getByRole('radio', { name: '$100.00' }).isChecked()).toBe(true);
    await dialog.getByText('Other amount').first().click();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Please enter a valid amount' }).waitFor();
    const other = dialog.getByRole('textbox', { name: 'Other amount' });
    await other.fill('12,5');
    await dialog.locator('.field-error').filter({ hasText: 'Please enter a valid amount' }).waitFor();
    await other.fill('5');
    await dialog
      .locator('.field-error')
      .filter({ hasText: 'Choose a fund amount between $10.00 and $1,000.00' })
      .waitFor();
  });

  it('WAL-14 WAL-15 WAL-16 gets a quote for each currency, asked for again where it fails', async () => {
    const dialog = dialogOf(page);
    const failed = { success: false, message: 'Payment failed.', code: 'payment-failed', requestId: 'r' };
    await page.route('**/api/crypto/generate-payment-id', (route) => route.fulfill({ status: 409, json: failed }), {
      times: 1,
    });
    await dialog.getByRole('textbox', { name: 'Other amount' }).fill('50');
    await dialog.getByRole('alert').filter({ hasText: 'Payment failed.' }).waitFor();
    await dialog.getByText('0.001002 BTC for $50.00').waitFor();
    await dialog.getByRole('combobox', { name: 'Pay with' }).selectOption('LTC');
    await dialog.getByText('0.626 LTC for $50.00').waitFor();
    await dialog.getByRole('combobox', { name: 'Pay with' }).selectOption('BTC');
    await dialog.getByText('0.001002 BTC for $50.00').waitFor();
  });

  it('WAL-07 WAL-08 WAL-10 starts, and sees where to send what for how long', async () => {
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('Waiting for your payment').waitFor();
    await dialog.getByText(/^Confirmation usually takes about \d+ minutes\.$/).waitFor();
    await isStill(page).waitFor();
    const code = dialog.getByRole('img', { name: 'QR code with the address and the amount' });
    expect(await code.getAttribute('src')).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    chain = await page.context().newPage();
    await chain.goto((await dialog.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href'))!);
    await chain.getByText('50.00 USD').waitFor();
  });

  it('WAL-17 asks every five seconds what became of it', async () => {
    // By the page's own clock: a busy machine tells of them late.
    const asked = (): Promise<number[]> =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/api/crypto/check-transaction'))
          .map(({ startTime }) => startTime),
      );
    await page.evaluate(() => performance.setResourceTimingBufferSize(2_000));
    const before = (await asked()).length;
    await expect.poll(async () => (await asked()).length).toBeGreaterThanOrEqual(before + 2);
    const [first = 0, second = 0] = (await asked()).slice(before);
    expect(second - first).toBeGreaterThan(4_000);
    expect(second - first).toBeLessThan(20_000);
  });

  it('WAL-11 sends a dollar too little, and gets a code for the rest', async () => {
    await chain.getByRole('button', { name: 'One short' }).click();
    await chain.getByRole('button', { name: 'Confirm all transfers' }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('$1.00 is still missing').waitFor();
    await dialog.getByText('0.00002004 BTC', { exact: true }).waitFor();
  });

  it('WAL-11 WAL-13 WAL-20 WAL-32 has what arrived in the wallet, with the rest or when the time is over', async () => {
    const dialog = dialogOf(page);
    if (end === 'sends the rest') {
      await chain.goto((await dialog.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href'))!);
      await chain.getByRole('button', { name: 'As the code says' }).click();
      await chain.getByRole('button', { name: 'Confirm all transfers' }).click();
    } else await chain.getByRole('button', { name: 'Let the 15 minutes pass' }).click();
    await dialog.getByText('Amount Successfully Added.').waitFor();
    const told = funds < 50 ? 'arrived of the $50.00 you chose, and was added' : 'was added';
    await dialog.getByText(`$${funds}.00 ${told}. Your balance is $${funds}.00.`).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'In your wallet' }).getByText(`$${funds}.00`).waitFor();
  });

  it('WAL-18 WAL-19 pays from the wallet from now on, and everything knows the new balance', async () => {
    const { data } = (await sites.clients.clay.call('GET /api/users/me', { token })) as unknown as {
      data: { default_payment_method: string; wallet_amount: number };
    };
    expect(data).toMatchObject({ default_payment_method: 'crypto_currency', wallet_amount: funds });
    await page.getByText(`+$${funds}.00`).first().waitFor();
    await fan.open('/home');
    await page
      .getByRole('link', { name: `Wallet $${funds}.00` })
      .first()
      .waitFor();
    expect(fan.complaints.filter((said) => !said.includes('409'))).toEqual([]);
  });
});
