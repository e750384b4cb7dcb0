import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { mayTryAnotherWay } from '@backlot/domain/money/decline';
import type { Settings } from '@backlot/domain/settings';
import type { PaymentEntry, PaymentProvider, ProviderDriver } from '@backlot/payments';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { walletProvider } from '../../ledger/index.ts';
import { forbiddenFieldIn } from '../provider-accounts/card-field-of.ts';
import { entryOf, renewingZoneOf } from '../provider-accounts/open-account.ts';
import { canBill, secondFor } from '../provider-accounts/second-account.ts';
import type { FollowingCharges, Sellable } from '../sellable.ts';
import type { AttemptRow, IntentRow } from '../tables.ts';

/** Milliseconds after an order in which it is tried at the price that was confirmed; later it is ordered anew. */
const offeredForMs = 30 * 60_000;

/** How a declined purchase may be tried once more. */
export interface OfferedWay {
  readonly driver: ProviderDriver;
  readonly provider: PaymentProvider;
  readonly entry: PaymentEntry;
  readonly following: FollowingCharges;
}

export interface Declinable {
  readonly sold: Sellable;
  readonly intent: IntentRow;
  /** The last. */
  readonly attempt: AttemptRow | null;
}

/**
 * Null where a purchase is not to be tried with the site's other provider, or was, or that could not charge it. Whether
 * the thing is still sold is `requireStillSold`'s to say.
 */
export function offeredWay(
  ctx: AppContext,
  settings: Settings,
  { sold, intent, attempt }: Declinable,
  now: Date,
): OfferedWay | null {
  if (!sold.following || intent.state !== 'declined' || intent.unapplied_reason !== null) return null;
  // Once: also where what the other took is given back, as it was another amount.
  if (intent.quote.anotherWay !== undefined) return null;
  if (attempt?.state !== 'declined' || attempt.provider === walletProvider) return null;
  if (!mayTryAnotherWay({ reason: attempt.decline_reason, isHard: attempt.is_hard_decline })) return null;
  if (now.getTime() - intent.created_at.getTime() > offeredForMs) return null;
  const second = secondFor(ctx, settings);
  if (second === null || second.driver.name === attempt.provider) return null;
  const { driver, credentials } = second;
  // Its page for cards is none that the operator allows.
  if (forbiddenFieldIn(ctx, settings, driver).length > 0) return null;
  const provider = driver.open({ id: '', currency: intent.currency, credentials });
  const following = sold.following(intent.quote, renewingZoneOf(provider, settings), now);
  if (!canBill(provider, { amountMinor: intent.amount_minor, currency: intent.currency }, following.series))
    return null;
  return { driver, provider, entry: entryOf(provider, settings), following };
}

/**
 * Of an offered way, in the transaction that takes or shows it.
 * @throws another-way-gone, and what the first order would be refused with now
 */
export async function requireStillSold(
  db: TenantDb,
  { sold, intent }: Declinable,
  actor: Actor,
  now: Date,
): Promise<void> {
  if (!(await keepsOtherWays(db, intent.id))) throw new DomainError('another-way-gone');
  await sold.requireStillSold?.(db, intent, actor, now);
  const undeliverable = await sold.whyUndeliverable(db, intent, now);
  if (undeliverable) throw new DomainError(undeliverable.refusal);
}

/**
 * False on the schema of the version before: money that the other attempt brings could not be set apart (`setApart`), so
 * there must be no other. An attempt of the purchase tells which table the trigger has to be on.
 */
const keepsOtherWays = async (db: TenantDb, intentId: string): Promise<boolean> =>
  (await sql`
    select 1 from ${table('payment_attempts')} a join pg_catalog.pg_trigger g on g.tgrelid = a.tableoid
    where a.intent_id = ${intentId} and g.tgname = 'check_set_apart' limit 1`.first(db)) !== null;
