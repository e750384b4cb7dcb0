import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { declineClassOf } from '@backlot/domain/memberships/decline-class';

/** As providers are read (`DeclineReason` of payments). */
export interface CardDecline {
  readonly code: string | null;
  readonly reason: string | null;
  readonly hard: boolean;
}

interface CardAndPeriod {
  readonly instrumentId: string;
  readonly subscriptionId: string;
  /** The end of the period before the one that was to be paid. */
  readonly periodEnd: Date;
}

/** How a card was declined for a period, newest first: also as it was typed before, with another token of its provider's. */
export const listDeclinesOfCard = (
  db: TenantDb,
  { instrumentId, subscriptionId, periodEnd }: CardAndPeriod,
): Promise<CardDecline[]> =>
  sql<CardDecline>`
    select a.decline_code as code, a.decline_reason as reason, coalesce(a.is_hard_decline, false) as hard
    from ${table('payment_instruments')} c
    join ${table('payment_instruments')} p on p.user_id = c.user_id and p.account_id = c.account_id
      and (p.id = c.id or (p.brand = c.brand and p.last4 = c.last4 and p.exp_month = c.exp_month and p.exp_year = c.exp_year))
    join ${table('payment_attempts')} a on a.instrument_id = p.id and a.state = 'declined'
    join ${table('payment_intents')} i on i.id = a.intent_id
      and i.subscription_id = ${subscriptionId} and i.period_end = ${periodEnd}
    where c.id = ${instrumentId} order by a.settled_at desc limit 50`.all(db);

/**
 * Whether a card was refused for a period for good: it is not charged for that once more (C20). One that its provider did not
 * know may be known by now.
 */
export const isRefusedForGood = async (db: TenantDb, card: CardAndPeriod): Promise<boolean> =>
  (await listDeclinesOfCard(db, card)).some(
    (decline) => decline.code !== 'instrument-unknown' && declineClassOf(decline) === 'hard',
  );
