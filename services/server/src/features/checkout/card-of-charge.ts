import { sql, table, type Sql } from '@backlot/database/sql';

/**
 * What is shown of the card of a charge: of the card on file, else what the provider told with the charge. `charge` and
 * `card`: aliases of its attempt and of the card on file, outer joined. Not by the columns' names: on the schema of the
 * version before there are none.
 */
export const brandOfCharge = (charge: Sql, card: Sql): Sql =>
  sql`coalesce(nullif(${card}.brand, 'unknown'), to_jsonb(${charge}) ->> 'card_brand', ${card}.brand)`;

export const last4OfCharge = (charge: Sql, card: Sql): Sql =>
  sql`coalesce(${card}.last4, to_jsonb(${charge}) ->> 'card_last4')`;

/** Both; null where no card is known. */
export const cardOfCharge = (charge: Sql, card: Sql): Sql => sql`
  case when ${last4OfCharge(charge, card)} is not null
    then jsonb_build_object('brand', ${brandOfCharge(charge, card)}, 'last4', ${last4OfCharge(charge, card)}) end`;

/**
 * The brand by which card schemes count a charge; empty where none is known. It names the column, as what it is read of is
 * many: it stands in a select within `withSchemes`.
 */
export const schemeOfCharge = (card: Sql): Sql =>
  sql`coalesce(nullif(${card}.brand, 'unknown'), nullif(card_brand, 'unknown'), '')`;

/** For `from`: on the schema of the version before the name of the column means this one, which is null. */
export const withSchemes = (rows: Sql): Sql =>
  sql`(select null::text as card_brand) absent cross join lateral (${rows})`;

/**
 * Charges of cards that end in these digits: those of cards on file, and those whose provider told the card with them. Each by
 * its index, `t` in `columns`; a charge may come twice. On the schema of the version before the name of the column means the
 * one outside, which is null.
 */
export const chargesByLast4 = <Row>(last4: string, columns: Sql): Sql<Row> => sql<Row>`
  select ${columns} from ${table('payment_instruments')} c join ${table('payment_attempts')} t on t.instrument_id = c.id
  where c.last4 = ${last4}
  union all
  select t.* from (select null::text as card_last4) absent cross join lateral (
    select ${columns} from ${table('payment_attempts')} t where card_last4 = ${last4}
  ) t`;
