import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';

/** Money that a person put into the wallet by crypto currency, or that is on its way there. */
export interface OwnFunds {
  readonly id: string;
  readonly at: Date;
  readonly coins: string;
  readonly cryptoCurrency: string;
  /** What was credited; what was asked for while nothing is. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly isCredited: boolean;
}

/** The newest first, along the index of the person's payments; `before`: the last of the page before. */
export const listOwnFunds = (
  db: TenantDb,
  {
    userId,
    before,
    limit,
  }: {
    readonly userId: string;
    readonly before: { readonly at: Date; readonly id: string } | null;
    readonly limit: number;
  },
): Promise<OwnFunds[]> =>
  sql<OwnFunds>`
    ${fundsOf(userId)} ${before === null ? sql.empty : sql`and p.quoted_at <= ${before.at} and (p.quoted_at, p.id) < (${before.at}, ${before.id}::uuid)`}
    order by p.quoted_at desc, p.id desc limit ${limit}`.all(db);

/** Null for another's, and where no coins came. */
export const findOwnFunds = (db: TenantDb, userId: string, id: string): Promise<OwnFunds | null> =>
  sql<OwnFunds>`${fundsOf(userId)} and p.id = ${id}`.first(db);

const fundsOf = (userId: string): Sql => sql`
  select p.id, p.quoted_at as at, trim_scale(case when p.credited_minor > 0 then p.credited_coins else p.asked_coins end)::text as coins,
    p.crypto_currency as "cryptoCurrency", case when p.credited_minor > 0 then p.credited_minor else p.amount_minor end as "amountMinor",
    p.currency, p.credited_minor > 0 as "isCredited"
  from ${table('crypto_payments')} p
  where p.user_id = ${userId} and (p.credited_minor > 0 or p.state in ('processing', 'underpayment', 'confirmed'))
    and not (p.credited_minor = 0 and p.state = 'confirmed' and coalesce(p.provider_minor <= 1, false))`;
