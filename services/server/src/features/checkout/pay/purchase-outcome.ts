import { DomainError } from '@backlot/contracts';
import type { PurchaseAction, PurchaseView } from '@backlot/contracts/purchases';
import type { TenantDb } from '@backlot/database';
import type { Sql } from '@backlot/database/sql';
import { toWire } from '@backlot/domain/money/money';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { declineError } from './decline-error.ts';
import { presentTaken, takenView } from './present-taken.ts';
import { findIntent, intentByAct, intentByKey, lastAttemptOf } from '../intent-rows.ts';
import type { Sellable } from '../sellable.ts';
import { findTakenApart, type TakenApart } from '../settle/set-apart.ts';
import type { AttemptRow, AttemptState, InstrumentRow, IntentRow } from '../tables.ts';

export type PurchaseOutcome = PurchaseView;

/** Milliseconds that a repeated request waits for the first one's answer. */
const patienceMs = 10_000;
const lookMs = 150;
/** States of an attempt of an open purchase that the provider has answered about. */
const waits: readonly AttemptState[] = ['action', 'pending', 'unknown'];

/** How a purchase stands. @throws not-found for another's */
export async function purchaseStanding(
  ctx: AppContext,
  tenant: Tenant,
  userId: string,
  intentId: string,
  now: Date,
): Promise<{ sold: Sellable; intent: IntentRow; attempt: AttemptRow | null; view: PurchaseOutcome }> {
  return ctx.database.tenants.read(tenant, async (db) => {
    const intent = await findIntent(db, intentId);
    if (intent?.user_id !== userId) throw new DomainError('not-found');
    const attempt = await lastAttemptOf(db, intentId);
    const sold = ctx.sells.get(intent.kind);
    const view = presentPurchase(sold, intent, attempt, await standingOf(db, sold, userId, now));
    // Another way of it took money that goes back: nobody may be told that nothing was charged.
    const apart = view.state === 'declined' ? await findTakenApart(db, intent) : null;
    return { sold, intent, attempt, view: { ...view, ...(apart && { taken: takenView(withOwn(apart, attempt)) }) } };
  });
}

/** Where the purchase's own way took money too, all of it; of another currency the way that was set apart is told alone. */
const withOwn = (apart: TakenApart, attempt: AttemptRow | null): TakenApart =>
  attempt?.taken_currency === apart.currency ? { ...apart, minor: apart.minor + (attempt.taken_minor ?? 0) } : apart;

/**
 * The answer to a purchase, for its first request and for every repetition: while another request is still asking the
 * provider, this one waits a while. @throws payment-declined, card-needs-attention, payment-failed or what the thing sold calls it
 */
export async function purchaseOutcome(
  ctx: AppContext,
  tenant: Tenant,
  userId: string,
  intentId: string,
  now: Date,
): Promise<PurchaseOutcome> {
  const since = performance.now();
  for (;;) {
    const { sold, intent, attempt, view } = await purchaseStanding(ctx, tenant, userId, intentId, now);
    // The outcome may have been committed between the two rows that were read: the next look has both.
    const isBeingAsked = intent.state === 'open' && attempt !== null && !waits.includes(attempt.state);
    if (!isBeingAsked || performance.now() - since > patienceMs) {
      if (view.state === 'declined') throw declineError(sold, intent, attempt, view.taken);
      return view;
    }
    await sleep(lookMs);
  }
}

const stateOf = {
  open: 'pending',
  held: 'pending',
  succeeded: 'succeeded',
  declined: 'declined',
  abandoned: 'declined',
} as const;

type Standing = Pick<PurchaseView, 'ccbill_subscription_status'>;

/** What the answer says of the buyer besides. */
export const standingOf = async (
  db: TenantDb,
  { present }: Pick<Sellable, 'present'>,
  userId: string,
  now: Date,
): Promise<Standing> => (await present.standing?.(db, userId, now)) ?? { ccbill_subscription_status: null };

/** Row to wire. A settled `attempt` needs its reference alone. */
export const presentPurchase = (
  sold: Pick<Sellable, 'present'>,
  intent: IntentRow,
  attempt: Partial<AttemptRow> | null,
  standing: Standing,
): PurchaseView => ({
  intent_id: intent.id,
  state: stateOf[intent.state],
  ...(intent.state === 'held' ? { is_held: true } : {}),
  // Of an open one the attempt may have been read after the intent.
  ...(intent.state === 'succeeded' || intent.state === 'open' ? {} : presentTaken(attempt)),
  action: intent.state === 'open' && attempt ? presentAction(attempt) : null,
  kind: sold.present.name,
  amount: toWire(intent.amount_minor),
  currency: intent.currency,
  transactionId: intent.state === 'succeeded' ? (attempt?.provider_ref ?? null) : null,
  content_id: intent.content_id,
  decline_code: attempt?.decline_code ?? null,
  decline_reason: attempt?.decline_reason ?? null,
  ...standing,
});

function presentAction({
  action: stored = null,
  action_expires_at: until = null,
}: Partial<AttemptRow>): PurchaseAction | null {
  if (stored === null || until === null) return null;
  const { action, refused } = stored;
  return {
    type: action.type,
    url: action.url,
    expires_at: until.toISOString(),
    refused_reason: refused?.reason ?? null,
  };
}

export interface Asked {
  readonly userId: string;
  /** The caller's key; null where none came. */
  readonly idempotencyKey: string | null;
  readonly requestHash: string;
  readonly act: string;
}

/** The purchase that a call may repeat (`repeated`). */
export const earlierIntent = ({ userId, idempotencyKey, act }: Asked, now: Date): Sql<IntentRow> =>
  idempotencyKey === null ? intentByAct(userId, act, now) : intentByKey(userId, idempotencyKey);

/**
 * Whether that is the purchase that a call repeats: the one with its key, or without keys the same act again (DECISIONS 46). One that came
 * to nothing moved no money, so it is joined only by the same call with the same card: whoever was declined may try
 * another card at once. What is open or unknown is joined whatever card comes, as it may still be charged.
 * @throws idempotency-key-reused
 */
export async function repeated(
  db: TenantDb,
  asked: Asked,
  found: IntentRow | null,
  storedCard: (currency: string) => Promise<InstrumentRow | null>,
): Promise<IntentRow | null> {
  if (found === null) return null;
  const isSame = found.request_hash === asked.requestHash;
  if (asked.idempotencyKey !== null) {
    if (!isSame) throw new DomainError('idempotency-key-reused');
    return found;
  }
  if (!cameToNothing(found)) return found;
  if (!isSame) return null;
  const tried = (await lastAttemptOf(db, found.id))?.instrument_id ?? null;
  return tried === null || tried === (await storedCard(found.currency))?.id ? found : null;
}

/** Not so where money came that bought nothing and is being given back. */
const cameToNothing = ({ state, unapplied_reason: unapplied }: IntentRow): boolean =>
  (state === 'declined' || state === 'abandoned') && unapplied === null;
