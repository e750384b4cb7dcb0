import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { Instrument } from '@backlot/payments';
import { v7 } from 'uuid';
import { forgetCardLater } from './forget-card-later.ts';
import type { GivenConsent } from '../stored-quote.ts';
import type { AccountRow, InstrumentRow } from '../tables.ts';

/** The stored card that an account can charge: the primary one, else the one used last. */
export const findStoredCard = (db: TenantDb, userId: string, accountId: string): Promise<InstrumentRow | null> =>
  sql<InstrumentRow>`
    select id, user_id, account_id, provider, provider_instrument, brand, last4, exp_month, exp_year, is_primary, created_at,
      last_used_at, removed_at, forgotten_at, barred_at,
      ${networkTransactionId} as network_transaction_id
    from ${table('payment_instruments')} p where user_id = ${userId} and account_id = ${accountId} and removed_at is null
    order by is_primary desc, last_used_at desc limit 1`
    .prepared()
    .first(db);

/** Not by its name: on the schema of the version before there is no such column. */
const networkTransactionId = sql`to_jsonb(p) ->> 'network_transaction_id'`;

/** The account that takes what is sold in a currency, and what `findStoredCard` finds for it. */
export interface AccountAndCard {
  readonly account: AccountRow | null;
  readonly card: InstrumentRow | null;
}

/** Both in one statement. */
export async function findAccountAndCard(
  db: TenantDb,
  userId: string,
  provider: string,
  currency: string,
): Promise<AccountAndCard> {
  const row = await sql<AccountRow & OfCard>`
    select a.id, a.provider, a.currency, a.state, a.webhook_path, a.credentials, a.created_at,
      c.id as card_id, c.user_id, c.account_id, c.provider as card_provider, c.provider_instrument, c.brand, c.last4, c.exp_month,
      c.exp_year, c.is_primary, c.created_at as card_created_at, c.last_used_at, c.removed_at, c.forgotten_at, c.barred_at,
      c.network_id as network_transaction_id
    from ${table('provider_accounts')} a left join lateral (
      select p.*, ${networkTransactionId} as network_id from ${table('payment_instruments')} p
      where p.user_id = ${userId} and p.account_id = a.id and p.removed_at is null
      order by p.is_primary desc, p.last_used_at desc limit 1) c on true
    where a.provider = ${provider} and a.currency = ${currency} and a.state = 'active' limit 1`
    .prepared()
    .first(db);
  if (row === null) return { account: null, card: null };
  const { id, provider: name, currency: its, state, webhook_path, credentials, created_at, ...ofCard } = row;
  const { card_id, card_provider, card_created_at, ...rest } = ofCard;
  return {
    account: { id, provider: name, currency: its, state, webhook_path, credentials, created_at },
    card: card_id === null ? null : { ...rest, id: card_id, provider: card_provider, created_at: card_created_at },
  };
}

type OfBoth = 'id' | 'provider' | 'created_at';
type OfCard = Omit<InstrumentRow, OfBoth> & { card_id: string | null; card_provider: string; card_created_at: Date };

export const listCards = (db: TenantDb, userId: string): Promise<InstrumentRow[]> =>
  db('payment_instruments')
    .where({ user_id: userId })
    .whereNull('removed_at')
    .orderBy([
      { column: 'is_primary', order: 'desc' },
      { column: 'last_used_at', order: 'desc' },
    ])
    .then((rows) => rows);

export const findCard = async (db: TenantDb, userId: string, id: string): Promise<InstrumentRow | null> =>
  (await db('payment_instruments').where({ id, user_id: userId }).whereNull('removed_at').first()) ?? null;

/** Whose card on file this is. */
export const findCardOwner = async (db: TenantDb, id: string): Promise<string | null> =>
  (await db('payment_instruments').where({ id }).whereNull('removed_at').first('user_id'))?.user_id ?? null;

export async function countCards(db: TenantDb, userId: string): Promise<number> {
  const [row] = await db('payment_instruments')
    .where({ user_id: userId })
    .whereNull('removed_at')
    .count({ count: '*' });
  return Number(row!['count']);
}

/**
 * Its bank took a charge back: the card is off file and charged no more. Typed again it has another token, and is another
 * card. The card used last stands in for it. The buyer is held.
 */
export async function barCard(db: TenantDb, id: string | null, now: Date): Promise<void> {
  if (id === null) return;
  const [card] = await db('payment_instruments')
    .where({ id })
    .update({ barred_at: now, removed_at: now, is_primary: false })
    .returning('user_id');
  const rest = card ? await listCards(db, card.user_id) : [];
  if (rest[0] && !rest[0].is_primary) await makePrimary(db, rest[0].user_id, rest[0].id);
}

/** The buyer is held by `lockBuyer`. */
export async function makePrimary(db: TenantDb, userId: string, id: string): Promise<void> {
  await db('payment_instruments')
    .where({ user_id: userId, is_primary: true })
    .whereNot({ id })
    .update({ is_primary: false });
  await db('payment_instruments').where({ id }).update({ is_primary: true });
}

interface KeptCard {
  readonly userId: string;
  readonly account: Pick<AccountRow, 'id' | 'provider'>;
  readonly instrument: Instrument;
  readonly makesPrimary: boolean;
  /** What its owner agreed to who typed it just now; null where they were shown nothing. */
  readonly consent: GivenConsent | null;
  readonly keptAt: NonNullable<InstrumentRow['kept_at']>;
  readonly now: Date;
}

/**
 * Keeps a card that was just charged or checked. A card that was typed becomes the primary one, and takes the place of
 * the same card typed before; a stored one that was removed while its payment was under way stays removed.
 */
export async function keepCard(db: TenantDb, kept: KeptCard): Promise<string> {
  const { userId, account, instrument, now } = kept;
  const onFile = kept.makesPrimary ? null : await noteUse(db, kept);
  if (onFile !== null) return onFile.id;
  const known = await db('payment_instruments')
    .where({ user_id: userId, account_id: account.id, provider_instrument: instrument.id })
    .first();
  if (known && (known.barred_at !== null || (known.removed_at !== null && !kept.makesPrimary))) return known.id;
  const card = {
    brand: instrument.brand,
    last4: instrument.last4,
    exp_month: instrument.expMonth,
    exp_year: instrument.expYear,
  };
  const isFirst =
    (await db('payment_instruments')
      .where({ user_id: userId, is_primary: true })
      .whereNull('removed_at')
      .first('id')) === undefined;
  const becomesPrimary = kept.makesPrimary || isFirst;
  if (becomesPrimary)
    await db('payment_instruments').where({ user_id: userId, is_primary: true }).update({ is_primary: false });
  if (kept.makesPrimary) {
    const replaced = await db('payment_instruments')
      .where({ user_id: userId, account_id: account.id, ...card })
      .whereNot({ provider_instrument: instrument.id })
      .whereNull('removed_at')
      .update({ removed_at: now, is_primary: false })
      .returning('id');
    for (const { id } of replaced) await forgetCardLater(db, id);
  }
  const [row] = await db('payment_instruments')
    .insert({
      id: v7(),
      user_id: userId,
      account_id: account.id,
      provider: account.provider,
      provider_instrument: instrument.id,
      ...card,
      is_primary: becomesPrimary,
      created_at: now,
      last_used_at: now,
    })
    .onConflict(['user_id', 'account_id', 'provider_instrument'])
    .merge({
      ...card,
      last_used_at: now,
      removed_at: null,
      // On the schema of the version before there is nobody to forget.
      ...(known?.removed_by ? { removed_by: null } : {}),
      forgotten_at: null,
      ...(becomesPrimary ? { is_primary: true } : {}),
    })
    .returning('*');
  if (kept.makesPrimary) await keepConsent(db, row!, kept);
  return row!.id;
}

/** Typed again without a word, a card is kept under what was agreed to before. */
async function keepConsent(
  db: TenantDb,
  card: InstrumentRow,
  { instrument, consent, keptAt }: KeptCard,
): Promise<void> {
  // On the schema of the version before there is nowhere to store it.
  if (card.consented_at === undefined) return;
  await db('payment_instruments')
    .where({ id: card.id })
    .update({
      kept_at: keptAt,
      network_transaction_id: instrument.networkTransactionId ?? card.network_transaction_id ?? null,
      ...(consent === null
        ? {}
        : {
            consent_text_id: consent.textId,
            consent_text: consent.text,
            consent_language: consent.language,
            consented_at: new Date(consent.at),
          }),
    });
}

/** What most charges leave to do, in one statement: the card is on file, and the buyer has a primary one. Null for any other. */
const noteUse = (
  db: TenantDb,
  { userId, account, instrument: { id, brand, last4, expMonth, expYear }, now }: KeptCard,
): Promise<Pick<InstrumentRow, 'id'> | null> =>
  sql<Pick<InstrumentRow, 'id'>>`
    update ${table('payment_instruments')}
    set brand = ${brand}, last4 = ${last4}, exp_month = ${expMonth}, exp_year = ${expYear}, last_used_at = ${now}, forgotten_at = null
    where user_id = ${userId} and account_id = ${account.id} and provider_instrument = ${id}
      and barred_at is null and removed_at is null and exists (
        select 1 from ${table('payment_instruments')} where user_id = ${userId} and is_primary and removed_at is null)
    returning id`
    .prepared()
    .first(db);
