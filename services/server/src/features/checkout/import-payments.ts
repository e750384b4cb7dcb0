import type { TenantDb } from '@backlot/database';
import { toJson } from '@backlot/database/json-text';
import type { Settings } from '@backlot/domain/settings';
import type { Instrument } from '@backlot/payments';
import { v7 } from 'uuid';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { intendedOf } from './intent-rows.ts';
import { webhookUrl } from './provider-accounts/account-rows.ts';
import { openChosenAccount } from './provider-accounts/open-account.ts';
import type { Draft } from './sellable.ts';

/** A payment of a past that is brought along: it succeeded, at one instant. */
export interface PastPayment {
  /** The reference that the provider knows it by. */
  readonly id: string;
  readonly userId: string;
  readonly kind: string;
  readonly draft: Draft;
  readonly at: Date;
  /** Of the buyer's call; null for what the site charged by itself. */
  readonly idempotencyKey: string | null;
}

/** The account that all of a past was paid to. */
export interface PastAccount {
  readonly id: string;
  readonly provider: string;
  /** Where the provider tells what becomes of it later. */
  readonly notifyUrl: string;
}

/** The one that the site's cards are charged by. @throws payments-not-configured */
export async function openPastAccount(
  ctx: AppContext,
  db: TenantDb,
  tenant: Tenant,
  settings: Settings,
): Promise<PastAccount> {
  const { account } = await openChosenAccount(ctx, db, settings, settings.currency);
  return { id: account.id, provider: account.provider, notifyUrl: webhookUrl(ctx, tenant, account) };
}

export interface PastPayments {
  readonly account: PastAccount;
  /** Once for each payment that cost something. @throws an Error where the provider knows nothing of it */
  readonly chargeOf: (payment: PastPayment) => string;
  /** The card of a person that all of it was paid with. */
  readonly cards: ReadonlyMap<string, Instrument>;
  /** Oldest first. */
  readonly payments: readonly PastPayment[];
}

/** The rows that `pay` and `settleAttempt` leave behind, of many payments at once. The books are written by `bookSales`. */
export async function importPayments(db: TenantDb, past: PastPayments): Promise<void> {
  const { account, payments } = past;
  const instruments = await importCards(db, past);
  const intents = payments.map(({ userId, kind, draft, at, idempotencyKey }) => ({
    ...intendedOf(userId, draft),
    id: v7(),
    kind,
    amount_minor: draft.amountMinor,
    currency: draft.currency,
    quote: toJson(draft.quote),
    idempotency_key: idempotencyKey ?? `${kind}-${v7()}`,
    request_hash: '',
    state: 'succeeded' as const,
    created_at: at,
    settled_at: at,
  }));
  await db('payment_intents').insert(intents);
  const typed = new Set<string>();
  const attempts = payments.flatMap((payment, index) => {
    const { id, userId, draft, at } = payment;
    if (draft.amountMinor === 0) return [];
    const isTyped = !typed.has(userId);
    typed.add(userId);
    const card = past.cards.get(userId)!;
    return [
      {
        id,
        intent_id: intents[index]!.id,
        account_id: account.id,
        provider: account.provider,
        state: 'succeeded' as const,
        provider_ref: past.chargeOf(payment),
        taken_minor: draft.amountMinor,
        taken_currency: draft.currency,
        instrument_id: instruments.get(userId)!,
        card_brand: card.brand,
        card_last4: card.last4,
        makes_primary: isTyped,
        started_at: at,
        settled_at: at,
      },
    ];
  });
  await db('payment_attempts').insert(attempts);
}

/** @returns ids by person */
async function importCards(
  db: TenantDb,
  { account, cards, payments }: PastPayments,
): Promise<ReadonlyMap<string, string>> {
  const rows = [...cards].map(([userId, card]) => {
    const own = payments.filter((payment) => payment.userId === userId);
    return {
      id: v7(),
      user_id: userId,
      account_id: account.id,
      provider: account.provider,
      provider_instrument: card.id,
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      is_primary: true,
      created_at: own[0]!.at,
      last_used_at: own.at(-1)!.at,
    };
  });
  await db('payment_instruments').insert(rows);
  return new Map(rows.map((row) => [row.user_id, row.id]));
}
