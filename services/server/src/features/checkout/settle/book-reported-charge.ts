import type { TenantDb } from '@backlot/database';
import { toJson } from '@backlot/database/json-text';
import type { Succeeded } from '@backlot/payments';
import { v7 } from 'uuid';
import { findIntent, insertIntent, intendedOf, lockAttempt } from '../intent-rows.ts';
import { findAccount } from '../provider-accounts/account-rows.ts';
import type { Draft, Sellable } from '../sellable.ts';
import type { StoredQuote } from '../stored-quote.ts';
import type { AttemptRow } from '../tables.ts';
import { settleHeld } from './settle-attempt.ts';

export interface ReportedCharge {
  readonly accountId: string;
  readonly userId: string;
  /** What it was to be for, as if we had asked for it. */
  readonly draft: Draft;
  readonly charge: Succeeded;
  readonly now: Date;
}

/** One that was booked before, and what it was booked for. */
export interface KnownCharge {
  readonly attemptId: string;
  readonly quote: StoredQuote;
}

/**
 * A charge that a provider made by itself: booked once, and what it is for is given, or the money goes back because it can
 * buy nothing (any more). The buyer is held. @returns null where it is new
 */
export async function bookReportedCharge(
  db: TenantDb,
  sold: Sellable,
  { accountId, userId, draft, charge, now }: ReportedCharge,
): Promise<KnownCharge | null> {
  const known = await db('payment_attempts').where({ account_id: accountId, provider_ref: charge.providerRef }).first();
  if (known) await tellCard(db, known, charge);
  if (known) return { attemptId: known.id, quote: (await findIntent(db, known.intent_id))!.quote };
  const account = await findAccount(db, accountId);
  if (account === null) return null;
  const asked = {
    user_id: userId,
    idempotency_key: `${accountId} ${charge.providerRef}`,
    request_hash: '',
    created_at: now,
  };
  const intentId =
    (await insertIntent(db, sold.kind, draft, asked))?.id ?? (await insertSettled(db, sold.kind, draft, asked, now));
  const id = v7();
  await db('payment_attempts').insert({
    id,
    intent_id: intentId,
    account_id: accountId,
    provider: account.provider,
    makes_primary: false,
    state: 'pending',
  });
  const held = await lockAttempt(db, id);
  await settleHeld(db, sold, held!, charge, now);
  return null;
}

/** A report, which tells no card, may have come before the webhook that does. */
async function tellCard(db: TenantDb, { id, card_last4: known }: AttemptRow, { paidWith }: Succeeded): Promise<void> {
  if (known === null && paidWith !== undefined)
    await db('payment_attempts').where({ id }).update({ card_brand: paidWith.brand, card_last4: paidWith.last4 });
}

/** Something else is under way for the same thing, or was made: the intent takes no place of its own. */
async function insertSettled(
  db: TenantDb,
  kind: string,
  draft: Draft,
  asked: { user_id: string; idempotency_key: string; request_hash: string; created_at: Date },
  now: Date,
): Promise<string> {
  const { id: _id, ...intended } = intendedOf(asked.user_id, draft);
  const id = v7();
  await db('payment_intents').insert({
    id,
    kind,
    ...intended,
    ...asked,
    amount_minor: draft.amountMinor,
    currency: draft.currency,
    quote: toJson(draft.quote),
    state: 'abandoned',
    settled_at: now,
  });
  return id;
}
