import { DomainError } from '@backlot/contracts';
import type { CardTaking } from '@backlot/contracts/cards';
import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { PaymentEntry, PaymentProvider, ProviderDriver } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import type { AccountRow } from '../tables.ts';
import { findActiveAccount, insertAccount, listen, type ListeningAccount } from './account-rows.ts';
import { credentialsIn, isSameAccount, sealCredentials, unsealCredentials, type Credentials } from './credentials.ts';

/** An account and what it is used by. */
export interface OpenedAccount {
  readonly account: ListeningAccount;
  readonly provider: PaymentProvider;
}

/** The provider of an account; null when it can't be opened here. */
export const providerOf = (
  ctx: AppContext,
  { id, provider, currency, credentials }: AccountRow,
): PaymentProvider | null =>
  ctx.providers.open(provider, { id, currency, credentials: unsealCredentials(ctx, credentials) });

/** What a site's cards are paid with, and what staff filled in for it; null when nothing can be paid. */
export function chosenFor(
  ctx: AppContext,
  settings: Settings,
): { readonly driver: ProviderDriver; readonly credentials: Credentials } | null {
  const { driver } = ctx.providers.choose(settings);
  const credentials = driver && credentialsIn(ctx, settings, driver);
  return driver && credentials && { driver, credentials };
}

/** Whether this account is the one that staff have filled in; otherwise another takes its place at the next charge. */
export const isStillChosen = (
  ctx: AppContext,
  { driver, credentials }: NonNullable<ReturnType<typeof chosenFor>>,
  { credentials: sealed }: AccountRow,
): boolean => isSameAccount(driver, unsealCredentials(ctx, sealed), credentials);

/** Where a site has cards typed: as it chose, where the provider has that. */
export const entryOf = (
  { capabilities: { entries } }: PaymentProvider,
  { card_entry: wanted }: Settings,
): PaymentEntry => entries.find((entry) => entry === wanted) ?? entries[0]!;

/** What a site's cards are paid with, without an account of ours: to ask what it can do. Null when nothing can be paid. */
export function chosenProvider(ctx: AppContext, settings: Settings, currency: string): PaymentProvider | null {
  const chosen = chosenFor(ctx, settings);
  return chosen && chosen.driver.open({ id: '', currency, credentials: chosen.credentials });
}

/**
 * The zone (IANA) on whose calendar what is paid by card now is charged again by its provider, which counts days; null where the
 * site charges it again.
 */
export function renewingZone(ctx: AppContext, settings: Settings): string | null {
  const provider = chosenProvider(ctx, settings, settings.currency);
  return provider && renewingZoneOf(provider, settings);
}

/** The same of an account's provider. */
export const renewingZoneOf = (
  { capabilities: { renewals, dayZone } }: PaymentProvider,
  { timezone }: Pick<Settings, 'timezone'>,
): string | null => (renewals === 'provider' ? (dayZone ?? timezone) : null);

/** Where a site has cards typed now, and whether it keeps them; null when nothing can be paid. */
export function cardTaking(ctx: AppContext, settings: Settings): CardTaking | null {
  const provider = chosenProvider(ctx, settings, settings.currency);
  return provider && { entry: entryOf(provider, settings), keeps_cards: provider.capabilities.storedInstruments };
}

/** Whether cards that are typed now are kept for later charges. */
export const keepsCards = (ctx: AppContext, settings: Settings): boolean =>
  cardTaking(ctx, settings)?.keeps_cards === true;

/** @throws amount-not-billable for what the account would refuse */
export function requireBillable(
  { capabilities: { bounds } }: PaymentProvider,
  ...amountsMinor: readonly number[]
): void {
  if (amountsMinor.some((minor) => minor < bounds.minMinor || minor > bounds.maxMinor))
    throw new DomainError('amount-not-billable');
}

/**
 * The account that a site's cards are charged by in this currency. `active`: the provider's that takes it, where the
 * transaction has read it. @throws payments-not-configured
 */
export async function openChosenAccount(
  ctx: AppContext,
  db: TenantDb,
  settings: Settings,
  currency: string,
  active?: AccountRow,
): Promise<OpenedAccount> {
  const { driver } = ctx.providers.choose(settings);
  if (driver === null) throw new DomainError('payments-not-configured');
  return openAccount(ctx, db, driver, settings, currency, active);
}

/**
 * The account of a provider that takes what is sold in this currency, as staff have filled it in: the first that needs one
 * opens it. Another identity is another account, and the one before keeps what was begun with it. @throws payments-not-configured
 */
export async function openAccount(
  ctx: AppContext,
  db: TenantDb,
  driver: ProviderDriver,
  settings: Settings,
  currency: string,
  active?: AccountRow,
): Promise<OpenedAccount> {
  const credentials = credentialsIn(ctx, settings, driver);
  if (credentials === null) throw new DomainError('payments-not-configured');
  const account = await listen(db, await matchingAccount(ctx, db, driver, credentials, currency, active));
  return { account, provider: providerOf(ctx, account)! };
}

async function matchingAccount(
  ctx: AppContext,
  db: TenantDb,
  driver: ProviderDriver,
  credentials: Credentials,
  currency: string,
  active?: AccountRow,
): Promise<AccountRow> {
  const known = active ?? (await findActiveAccount(db, driver.name, currency));
  if (known) {
    const before = unsealCredentials(ctx, known.credentials);
    if (isSame(before, credentials)) return known;
    if (isSameAccount(driver, before, credentials)) {
      const [renewed] = await db('provider_accounts')
        .where({ id: known.id })
        .update({ credentials: sealCredentials(ctx, credentials) })
        .returning('*');
      return renewed!;
    }
    await db('provider_accounts').where({ id: known.id }).update({ state: 'draining' });
  }
  const earlier = await findDraining(ctx, db, driver, credentials, currency);
  if (earlier) {
    const [again] = await db('provider_accounts')
      .where({ id: earlier.id })
      .update({ state: 'active', credentials: sealCredentials(ctx, credentials) })
      .returning('*');
    return again!;
  }
  const sealed = sealCredentials(ctx, credentials);
  return insertAccount(db, { provider: driver.name, currency, credentials: sealed, created_at: ctx.clock.now() });
}

/** The same account, used before another one was: its cards and memberships are at home there. */
async function findDraining(
  ctx: AppContext,
  db: TenantDb,
  driver: ProviderDriver,
  credentials: Credentials,
  currency: string,
): Promise<AccountRow | null> {
  const draining = await db('provider_accounts').where({ provider: driver.name, currency, state: 'draining' });
  const isIt = (row: AccountRow) => isSameAccount(driver, unsealCredentials(ctx, row.credentials), credentials);
  return draining.find(isIt) ?? null;
}

const isSame = (a: Credentials, b: Credentials): boolean =>
  Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);
