import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { Succeeded } from '@backlot/payments';
import type { HeldAttempt } from '../intent-rows.ts';
import type { WebhookDeliveryRow } from '../tables.ts';

/** What was reported and could not be applied so far. */
export type WaitingDelivery = Pick<WebhookDeliveryRow, 'id' | 'events'>;

/** Money was taken for an attempt. Answers what its account reported that could not be applied so far, in one statement. */
export const takeMoney = (
  db: TenantDb,
  { id, account_id: accountId, keepsCard }: Pick<HeldAttempt['attempt'], 'id' | 'account_id' | 'keepsCard'>,
  outcome: Succeeded,
  instrumentId: string | null,
  now: Date,
): Promise<WaitingDelivery[]> => {
  const { providerRef, amountMinor, currency, billed, credited } = outcome;
  return sql<WaitingDelivery>`
    with taken as (
      update ${table('payment_attempts')} set state = 'succeeded', provider_ref = ${providerRef}, taken_minor = ${amountMinor},
        taken_currency = ${currency}, instrument_id = ${instrumentId}, settled_at = ${now},
        decline_code = null, decline_reason = null, is_hard_decline = null,
        billed_amount = ${billed?.amount ?? null}, billed_currency = ${billed?.currency ?? null},
        credited_amount = ${credited?.amount ?? null}, credited_currency = ${credited?.currency ?? null},
        action = null, action_expires_at = null ${keepsCard ? tellingCard(outcome) : sql.empty}
      where id = ${id}
    )
    select id, events from (
      select id, events, received_at from ${table('webhook_deliveries')} where account_id = ${accountId} and error is not null
      order by received_at desc limit 1000
    ) lately order by received_at`
    .prepared()
    .all(db);
};

/** A card on file may be another's later, or shown with other digits: what paid is told with the charge. */
const tellingCard = ({ instrument, paidWith = instrument, threeDSecure }: Succeeded): Sql => sql`,
  card_brand = ${paidWith?.brand ?? null}, card_last4 = ${paidWith?.last4 ?? null}, three_d_secure = ${threeDSecure ?? null}`;
