import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import type { ExplainedCoins } from '../../joints/coin-books.ts';
import { lockPayment, updatePayment } from './crypto-rows.ts';

/**
 * Staff say why a payment came to something else at the provider than in the books. False where there is no such payment.
 * @throws open-item-settled where it is no difference (any more), unavailable on the schema of the version before
 */
export async function explainCoins(db: TenantDb, { id, by, note, now }: ExplainedCoins): Promise<boolean> {
  const payment = await lockPayment(db, id);
  if (payment === null) return false;
  if (payment.explained_at === undefined) throw new DomainError('unavailable');
  const isOver = payment.next_look_at === null && payment.provider_minor !== payment.credited_minor;
  if (payment.explained_at !== null || !isOver) throw new DomainError('open-item-settled');
  await updatePayment(db, id, { explained_at: now, explained_by: by, explained_note: note });
  return true;
}
