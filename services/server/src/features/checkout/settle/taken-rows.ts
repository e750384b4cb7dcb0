import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { Succeeded } from '@backlot/payments';
import type { AttemptRow, WebhookDeliveryRow } from '../tables.ts';

/** What was reported and could not be applied so far. */
export type WaitingDelivery = Pick<WebhookDeliveryRow, 'id' | 'events'>;

/** Money was taken for an attempt. Answers what its account reported that could not be applied so far, in one statement. */
export const takeMoney = (
  db: TenantDb,
  { id, account_id: accountId }: Pick<AttemptRow, 'id' | 'account_id'>,
  { providerRef, amountMinor, currency, billed, credited }: Succeeded,
  instrumentId: string | null,
  now: Date,
): Promise<WaitingDelivery[]> =>
  sql<WaitingDelivery>`
    with taken as (
      update ${table('payment_attempts')} set state = 'succeeded', provider_ref = ${providerRef}, taken_minor = ${amountMinor},
        taken_currency = ${currency}, instrument_id = ${instrumentId}, settled_at = ${now},
        decline_code = null, decline_reason = null, is_hard_decline = null,
        billed_amount = ${billed?.amount ?? null}, billed_currency = ${billed?.currency ?? null},
        credited_amount = ${credited?.amount ?? null}, credited_currency = ${credited?.currency ?? null},
        action = null, action_expires_at = null
      where id = ${id}
    )
    select id, events from ${table('webhook_deliveries')} where account_id = ${accountId} and error is not null
    order by received_at limit 1000`
    .prepared()
    .all(db);
