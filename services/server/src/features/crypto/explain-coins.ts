import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import type { ExplainedCoins } from '../../joints/coin-books.ts';
import { lockPayment, updatePayment } from './crypto-rows.ts';
import { lockUnknown } from './listed/listed-rows.ts';

/**
 * Staff say why a payment came to something else at the provider than in the books. False where there is no such payment.
 * @throws open-item-settled where it is no difference (any more), unavailable on the schema of the version before
 */
export async function explainCoins(db: TenantDb, explained: ExplainedCoins): Promise<boolean> {
  const { id, by, note, now } = explained;
  const payment = await lockPayment(db, id);
  if (payment === null) return explainUnknown(db, explained);
  if (payment.explained_at === undefined) throw new DomainError('unavailable');
  const isOver = payment.next_look_at === null && payment.provider_minor !== payment.credited_minor;
  if (payment.explained_at !== null || !isOver) throw new DomainError('open-item-settled');
  await updatePayment(db, id, { explained_at: now, explained_by: by, explained_note: note });
  return true;
}

/** Of coins that the provider lists and the books have not. */
async function explainUnknown(db: TenantDb, { id, by, note, now }: ExplainedCoins): Promise<boolean> {
  const unknown = await lockUnknown(db, id);
  if (unknown === null) return false;
  if (unknown.explained_at !== null) throw new DomainError('open-item-settled');
  await db('coins_unknown').where({ id }).update({ explained_at: now, explained_by: by, note });
  return true;
}
