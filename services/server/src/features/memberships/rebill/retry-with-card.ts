import type { TenantDb } from '@backlot/database';
import { declineClassOf, retryAfter } from '@backlot/domain/memberships/decline-class';
import { retriedAt } from '@backlot/domain/memberships/subscription';
import { later } from '../../../jobs/later.ts';
import { listDeclinesOfCard, type CardDecline, type LaterCharges } from '../../checkout/index.ts';
import { findBillingSeries } from '../series/series-rows.ts';
import { changeSubscription, lockSubscription, subscriptionOf } from '../subscription-rows.ts';

/**
 * A renewal that failed is tried at once with the card that the fan added or chose, on the card's own account: a hard
 * decline waits for nothing else. A card that was declined for the same period is not charged once more for being chosen: its
 * next try is the one of its decline, and after a hard one there is none (C20). What a provider drives, it tries by itself.
 */
export const retryWithCard: NonNullable<LaterCharges['cardChanged']> = async (
  db,
  { userId, account, instrumentId, isTyped, now },
) => {
  const row = await lockSubscription(db, userId);
  if (row === null) return;
  const before = subscriptionOf(row);
  if (row.ends_at === null) return;
  const card = { instrumentId, subscriptionId: row.id, periodEnd: row.ends_at };
  const at = nextTry(await listDeclinesOfCard(db, card), { isTyped, periodEnd: row.ends_at, now });
  if (at === null) return;
  const next = retriedAt(before, at);
  const billing = await findBillingSeries(db, row.id);
  if (next === before || billing?.provider_ref != null) return;
  // Chosen once more, it waits for its next try as it did.
  if (at > now && at.getTime() === row.retry_at?.getTime() && row.account_id === account.id) return;
  const begins = { accountId: account.id, providerRef: null, instrumentId };
  await changeSubscription(
    db,
    row,
    next,
    now,
    { kind: 'renewal_retried', ...(billing?.account_id === account.id ? {} : { begins }) },
    { account_id: account.id, provider: account.provider },
  );
  if (at <= now) await renewLater(db, userId);
};

/** Declines of a card for a period after which it waits for its next day also where it is typed again. */
const mostAtOnce = 4;

/** When a card may be charged for a period for which it was declined so, the newest decline first; null for never again. */
function nextTry(
  declines: readonly CardDecline[],
  { isTyped, periodEnd, now }: { readonly isTyped: boolean; readonly periodEnd: Date; readonly now: Date },
): Date | null {
  // What its provider no longer knew is known again once it was typed.
  const its = declines.filter(({ code }) => !(isTyped && code === 'instrument-unknown'));
  const classes = its.map(declineClassOf);
  if (classes.includes('hard')) return null;
  // Its owner may have seen to it, some times: a card that is accepted when it is typed is counted by nobody.
  if (classes[0] === undefined || (isTyped && its.length < mostAtOnce)) return now;
  return retryAfter(classes[0], periodEnd, now);
}

/** As the sweep of due renewals would, without waiting for it. */
const renewLater = (db: TenantDb, userId: string): Promise<void> =>
  later(db, 'renew-membership', { userId }, { jobKey: `renew:${userId}`, priority: 5 });
