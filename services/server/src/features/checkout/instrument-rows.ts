import type { TenantDb } from '@backlot/database';
import type { Instrument } from '@backlot/payments';
import { v7 } from 'uuid';
import type { InstrumentRow } from './tables.ts';

/** The stored card that a provider can charge: the primary one, else the one used last. */
export const findStoredCard = async (db: TenantDb, userId: string, provider: string): Promise<InstrumentRow | null> =>
  await db('payment_instruments').where({ user_id: userId, provider }).whereNull('removed_at')
    .orderBy([{ column: 'is_primary', order: 'desc' }, { column: 'last_used_at', order: 'desc' }]).first() ?? null;

export const listCards = (db: TenantDb, userId: string): Promise<InstrumentRow[]> =>
  db('payment_instruments').where({ user_id: userId }).whereNull('removed_at')
    .orderBy([{ column: 'is_primary', order: 'desc' }, { column: 'last_used_at', order: 'desc' }]).then((rows) => rows);

/** Keeps a card that was just charged. A card typed anew becomes the primary one. */
export async function keepCard(
  db: TenantDb, kept: { userId: string; provider: string; instrument: Instrument; makesPrimary: boolean; now: Date },
): Promise<string> {
  const { userId, provider, instrument, now } = kept;
  const facts = { brand: instrument.brand, last4: instrument.last4, exp_month: instrument.expMonth, exp_year: instrument.expYear };
  const isFirst = await db('payment_instruments').where({ user_id: userId, is_primary: true }).whereNull('removed_at').first('id') === undefined;
  const becomesPrimary = kept.makesPrimary || isFirst;
  if (becomesPrimary) await db('payment_instruments').where({ user_id: userId, is_primary: true }).update({ is_primary: false });
  const [row] = await db('payment_instruments')
    .insert({ id: v7(), user_id: userId, provider, provider_instrument: instrument.id, ...facts, is_primary: becomesPrimary, created_at: now, last_used_at: now })
    .onConflict(['user_id', 'provider', 'provider_instrument'])
    .merge({ ...facts, last_used_at: now, removed_at: null, ...(becomesPrimary ? { is_primary: true } : {}) }).returning('id');
  return row!.id;
}
