import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { sql, table, type Sql } from '@backlot/database/sql';
import { coinProvider } from '../../crypto/index.ts';

/** Of the crypto payment `c`: looks are over, and both sides do not say the same. */
const isApart = sql`c.next_look_at is null and c.provider_minor is distinct from c.credited_minor`;
/** Read so that a schema of the version before answers as well. */
const explained = (part: string): Sql => sql`(to_jsonb(c) ->> ${`explained_${part}`})`;

/**
 * Coins as lines of a report, for a union with `cardLines`: what each payment came to as the provider told when it was
 * looked at, beside what the wallet was credited; and coins that went back, beside what was taken out of the wallet.
 */
const coinLines = sql`
  select c.id, c.account_id, ${coinProvider}::text as provider, c.currency as account_currency, 'active'::text as account_state,
    case when c.provider_minor is null then 'books' else 'report' end as source, 'sale'::text as type,
    c.provider_payment_id as provider_ref, c.provider_minor as amount_minor, c.currency, c.started_at as occurred_at,
    c.id as intent_id, c.user_id, nullif(c.credited_minor, 0) as ours_minor, c.currency as ours_currency,
    case when c.provider_minor = c.credited_minor then 'agrees' when c.next_look_at is not null then 'waiting'
      when ${explained('at')} is not null then 'explained' else 'differs' end as state,
    case when not (${isApart}) then null when c.credited_minor = 0 then 'not_in_books'
      when c.provider_minor is null then 'not_in_report' else 'other_amount' end as difference,
    ${explained('at')}::timestamptz as explained_at, ${explained('by')}::uuid as explained_by, ${explained('note')} as note
  from ${table('crypto_payments')} c
  where c.account_id is not null and c.started_at is not null and (c.credited_minor > 0 or c.provider_minor is not null)
  union all
  select r.id, c.account_id, ${coinProvider}::text, c.currency, 'active'::text, 'report', 'refund', c.provider_payment_id,
    nullif(r.taken_out_minor, 0), c.currency, r.noticed_at, c.id, c.user_id, nullif(r.taken_out_minor, 0), c.currency,
    case when r.settled_at is null then 'differs' when r.taken_out_minor > 0 then 'agrees' else 'explained' end,
    case when r.taken_out_minor = 0 then 'not_in_books' end,
    case when r.taken_out_minor = 0 then s.settled_at end, s.settled_by, s.evidence
  from ${table('coin_returns')} r join ${table('crypto_payments')} c on c.id = r.payment_id
    left join ${table('open_item_settlements')} s
      on s.crypto_payment_id = c.id and s.kind = 'crypto_returned' and s.settled_at = r.settled_at
  where c.account_id is not null`;

/** What the provider of coins lists and the books have not, unless it turned out to be one of ours. */
const unknownCoinLines = sql`
  select l.id, l.account_id, ${coinProvider}::text, l.currency, 'active'::text, 'report', 'sale', l.provider_payment_id,
    l.amount_minor, l.currency, l.occurred_at, null::uuid, null::uuid, null::bigint, null::text,
    case when l.explained_at is null then 'differs' else 'explained' end, 'not_in_books', l.explained_at, l.explained_by, l.note
  from ${table('coins_unknown')} l
  where not exists (select 1 from ${table('crypto_payments')} c where c.provider_payment_id = l.provider_payment_id)`;

/** What providers of cards list, with the payment that each is matched to. */
const cardLines = sql`
  select l.id, l.account_id, p.provider, p.currency as account_currency, p.state as account_state, l.source, l.type,
    l.provider_ref, l.amount_minor, l.currency, l.occurred_at, i.id as intent_id, i.user_id, l.ours_minor, l.ours_currency,
    l.state, l.difference, l.explained_at, l.explained_by, l.note
  from ${table('report_lines')} l
    join ${table('provider_accounts')} p on p.id = l.account_id
    left join ${table('payment_attempts')} a on a.id = l.attempt_id
    left join ${table('payment_intents')} i on i.id = a.intent_id`;

/** Asks about all; on the schema of a version before about what it has. Not within a transaction. */
export async function withCoins<T>(ask: (lines: Sql) => Promise<T>): Promise<T> {
  const coins = sql`${cardLines} union all ${coinLines}`;
  for (const lines of [sql`${coins} union all ${unknownCoinLines}`, coins])
    try {
      return await ask(lines);
    } catch (error) {
      if (!isUndefinedTable(error)) throw error;
    }
  return ask(cardLines);
}
