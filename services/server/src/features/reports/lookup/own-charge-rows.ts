import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { last4OfCharge } from '../../checkout/index.ts';
import type { OwnCharge } from './charge-differences.ts';

/** Our payment with this number of a provider: of the given account, or of any. */
export const findOwnCharge = (
  db: TenantDb,
  number: string,
  accountId: string | null,
): Promise<(OwnCharge & { readonly intentId: string }) | null> =>
  sql<OwnCharge & { intentId: string }>`
    select t.id as reference, t.intent_id as "intentId", t.state, t.taken_minor as "takenMinor", t.taken_currency as "takenCurrency", ${last4OfCharge(sql`t`, sql`c`)} as last4,
      coalesce((select sum(r.amount_minor - r.taken_back_minor) from ${table('payment_reversals')} r
        where r.attempt_id = t.id and r.state = 'succeeded' and r.kind = 'refund' and not r.to_wallet), 0)::bigint as "refundedMinor",
      coalesce((select sum(r.amount_minor) from ${table('payment_reversals')} r
        where r.attempt_id = t.id and r.state = 'succeeded' and r.kind = 'chargeback'), 0)::bigint as "chargedBackMinor"
    from ${table('provider_accounts')} p join ${table('payment_attempts')} t on t.account_id = p.id and t.provider_ref = ${number}
      left join ${table('payment_instruments')} c on c.id = t.instrument_id
    where ${accountId === null ? sql`true` : sql`p.id = ${accountId}`}
    order by t.started_at desc limit 1`.first(db);
