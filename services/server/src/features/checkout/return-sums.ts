import { sql, type Sql } from '@backlot/database/sql';

/**
 * How reversals add up, as columns of another feature's statement, in minor units: `returned`, what went back less what came
 * back of it, as of a dispute that was won; `charged_back`, of that, by a bank; `returning`, what is asked for and has not
 * gone; `owed`, of that, what no provider has taken so far: an open item. `reversal`: the alias of `payment_reversals`.
 */
export const returnSums = (reversal: Sql): Sql => {
  const went = sql`${reversal}.amount_minor - ${reversal}.taken_back_minor`;
  return sql`
    coalesce(sum(${went}) filter (where ${reversal}.state = 'succeeded'), 0)::bigint as returned,
    coalesce(sum(${went}) filter (where ${reversal}.state = 'succeeded' and ${reversal}.kind = 'chargeback'), 0)::bigint as charged_back,
    coalesce(sum(${reversal}.amount_minor) filter (where ${reversal}.state in ('requested', 'owed', 'refused')), 0)::bigint as returning,
    coalesce(sum(${reversal}.amount_minor) filter (where ${reversal}.state in ('owed', 'refused')), 0)::bigint as owed`;
};
