import { sql, table, type Sql } from '@backlot/database/sql';
import type { IntentRow } from './tables.ts';

/**
 * Purchases that bought something or still may, to be joined in another feature's statement. `left_minor`: what stayed of
 * the money after refunds and chargebacks, 0 while it is open; `went_back`: all of it was given back. Where staff accepted
 * another amount it is of that one, in `currency`; `is_as_priced`: that is the currency of the price.
 */
export const countingIntents: Sql<
  Pick<IntentRow, 'id' | 'state' | 'kind' | 'content_id' | 'currency'> & {
    readonly is_as_priced: boolean;
    readonly left_minor: number;
    readonly went_back: boolean;
  }
> = sql`
  select i.id, i.state, i.kind, i.content_id, coalesce(i.taken_currency, i.currency) as currency,
    coalesce(i.taken_currency, i.currency) = i.currency as is_as_priced,
    b.minor > 0 and b.minor >= coalesce(i.taken_minor, i.amount_minor) as went_back,
    case when i.state = 'succeeded' then coalesce(i.taken_minor, i.amount_minor) - b.minor else 0 end as left_minor
  from ${table('payment_intents')} i cross join lateral (
    select coalesce(sum(r.amount_minor - r.taken_back_minor), 0)::bigint as minor
    from ${table('payment_attempts')} a join ${table('payment_reversals')} r on r.attempt_id = a.id
    where a.intent_id = i.id and r.state = 'succeeded'
  ) b where i.state in ('open', 'held', 'succeeded')`;
