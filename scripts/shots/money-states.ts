import type { Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlockIn } from './acts.ts';
import type { SiteRows } from './site-rows.ts';
import type { State } from './states.ts';

const passport = join(import.meta.dirname, '../../tenants/clay/content/media/moon-jar.jpg');
const failed = (rows: SiteRows, email: string): Promise<void> => rows.failRenewal(email);
const still = { begin: (rows: SiteRows) => rows.holdRenewal(), end: async () => undefined };
const limited = { by: 'admin', settings: { transaction_limit_without_photo_id: 5 } } as const;
const coins = { by: 'admin', settings: { is_crypto_payment_enabled: true } } as const;

/** Money that did not go as it should: what fans and staff see of it. */
export const moneyStates: readonly State[] = [
  { name: 'cards-renewal-failed', path: '/profile/payment-method', viewer: 'member', person: failed },
  ...(['de', 'fr', 'es', 'ar', 'pt'] as const).map((language): State => ({
    name: `cards-renewal-failed-${language}`,
    path: '/profile/payment-method',
    viewer: 'member',
    language,
    widths: [390, 1440],
    person: failed,
  })),
  { name: 'add-card-renewal-failed', path: '/profile/add-new-payment-method', viewer: 'member', person: failed },
  { name: 'membership-renewal-failed', path: '/membership', viewer: 'member', person: failed },
  { name: 'subscribe-renewal-failed', path: '/subscribe', viewer: 'member', person: failed },
  {
    name: 'renewal-failed-try-later',
    path: '/home',
    viewer: 'member',
    person: (rows, email) => rows.failRenewal(email, 'try-later'),
    act: async (page) => {
      await page.getByRole('heading', { name: 'I want you back!' }).waitFor();
    },
  },
  {
    name: 'payments-held',
    path: '/profile/payments',
    viewer: 'member',
    person: (rows, email) => rows.holdRenewal(email),
  },
  { name: 'open-item-held', path: '/admin/open-items', viewer: 'creator', site: still, act: openRow },
  {
    name: 'open-item-settle',
    path: '/admin/open-items',
    viewer: 'creator',
    site: still,
    act: async (page) => {
      await openRow(page);
      await page.getByRole('button', { name: 'Settle', exact: true }).last().click();
      await page.getByRole('dialog').last().waitFor();
    },
  },
  { name: 'photo-id-limited', path: '/upload-photo-id', viewer: 'fan', ...limited },
  { name: 'photo-id-sent', path: '/upload-photo-id', viewer: 'fan', ...limited, act: sendPhotoId },
  {
    name: 'photo-id-review',
    path: '/admin/photo-ids',
    viewer: 'creator',
    ...limited,
    site: { begin: (rows) => rows.sendPhotoId(passport), end: async () => undefined },
    act: async (page) => {
      await openRow(page);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await page.getByRole('img', { name: 'Photo ID' }).waitFor();
    },
  },
  {
    name: 'reconciliation-differs',
    path: '/admin/reconciliation',
    viewer: 'creator',
    site: { begin: (rows) => rows.reportDifferences(), end: async () => undefined },
  },
  { name: 'reconciliation-day', path: '/admin/reconciliation', viewer: 'creator', act: openRow },
  { name: 'statement-enter', path: '/admin/statements', viewer: 'creator', act: enterStatement },
  {
    name: 'statement-enter-more',
    path: '/admin/statements',
    viewer: 'creator',
    act: async (page) => {
      await enterStatement(page);
      await page.getByText('Share, tax, disputes and exchange').click();
      await page.getByLabel('Exchange gains and losses').scrollIntoViewIfNeeded();
    },
  },
  { name: 'wallet-owed', path: '/profile/wallet', viewer: 'fan', ...coins, person: (rows, email) => rows.owe(email) },
  {
    name: 'unlock-owed',
    path: '/feed/{post}',
    viewer: 'member',
    ...coins,
    person: (rows, email) => rows.owe(email),
    act: async (page) => {
      await unlockIn(page, null);
      await page.getByRole('radio', { name: /^Wallet/ }).check();
    },
  },
  {
    name: 'add-funds-owed',
    path: '/profile/wallet',
    viewer: 'fan',
    ...coins,
    person: (rows, email) => rows.owe(email),
    act: async (page) => {
      await page.getByRole('button', { name: 'Add funds' }).first().click();
      await page.getByText(/ for \$100\.00$/).waitFor();
    },
  },
  {
    name: 'coins-waiting',
    path: '/profile/wallet',
    viewer: 'fan',
    ...coins,
    act: async (page) => void (await addCoins(page)),
  },
  {
    name: 'coins-short',
    path: '/profile/wallet',
    viewer: 'fan',
    ...coins,
    act: async (page) => {
      await sendShort(await addCoins(page));
      await page.getByText('is still missing').waitFor();
    },
  },
  {
    name: 'coins-short-late',
    path: '/profile/wallet',
    viewer: 'fan',
    ...coins,
    act: async (page) => {
      const chain = await addCoins(page);
      await sendShort(chain);
      await page.getByText('is still missing').waitFor();
      await chain.getByRole('button', { name: 'Let the 15 minutes pass' }).click();
      await page.getByText('Amount Successfully Added.').waitFor();
    },
  },
  {
    name: 'coins-late',
    path: '/profile/wallet',
    viewer: 'fan',
    ...coins,
    act: async (page) => {
      await (await addCoins(page)).getByRole('button', { name: 'Let the 15 minutes pass' }).click();
      await page.getByText('Nothing arrived in time').waitFor();
    },
  },
];

async function openRow(page: Page): Promise<void> {
  await page.locator('.data-table tbody tr, .row-item').first().click();
}

async function sendPhotoId(page: Page): Promise<void> {
  await page
    .getByLabel('Your photo ID')
    .setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: await readFile(passport) });
  await page.getByRole('button', { name: 'Upload photo ID' }).click();
  await page.getByText('Photo ID uploaded.').first().waitFor();
}

/** Begins to add fifty dollars in coins. @returns the wallet from which they are sent */
async function addCoins(page: Page): Promise<Page> {
  await page.getByRole('button', { name: 'Add funds' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add funds' });
  await dialog.getByText('Other amount').first().click();
  await dialog.getByRole('textbox', { name: 'Other amount' }).fill('50');
  await dialog.getByText(/ for \$50\.00$/).waitFor();
  await dialog.getByRole('button', { name: 'Start' }).click();
  const link = dialog.getByRole('link', { name: 'Open in a wallet' });
  await link.waitFor();
  const chain = await page.context().newPage();
  await chain.goto((await link.getAttribute('href'))!);
  return chain;
}

async function sendShort(chain: Page): Promise<void> {
  await chain.getByRole('button', { name: 'One short' }).click();
  await chain.getByRole('button', { name: 'Confirm all transfers' }).click();
}

async function enterStatement(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Enter a provider’s statement: / })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Enter a provider’s statement' }).waitFor();
}
