import type { TenantDb } from '@backlot/database';
import type { Reversed } from '@backlot/payments';
import type { ReversalRow, ReversalState } from '../tables.ts';

/** Money that a provider gave back, or whose bank took it back, and that no row of ours knows of. */
export interface Unbooked {
  readonly type: 'refund' | 'void' | 'chargeback';
  readonly amountMinor: number;
  /** Made of the total, so that the same total is booked once however often it is reported. */
  readonly externalId: string;
}

/** Of all that a provider says went back of a charge, what is not booked. Held ones are with staff already. */
export async function unbookedOf(
  db: TenantDb,
  attemptId: string,
  { refundedMinor, chargedBackMinor, isVoid = false }: Pick<Reversed, 'refundedMinor' | 'chargedBackMinor' | 'isVoid'>,
): Promise<readonly Unbooked[]> {
  const rows = await db('payment_reversals').where({ attempt_id: attemptId, to_wallet: false }).whereNull('settled_by');
  const booked = (kind: ReversalRow['kind']): number =>
    rows
      .filter((row) => row.kind === kind && (row.state === 'succeeded' || row.state === 'held'))
      .reduce((sum, row) => sum + row.amount_minor, 0);
  return [
    ['refund', refundedMinor, booked('refund')] as const,
    ['chargeback', chargedBackMinor, booked('chargeback')] as const,
  ]
    .filter(([, all, known]) => all > known)
    .map(([kind, all, known]) => ({
      type: kind === 'refund' && isVoid ? 'void' : kind,
      amountMinor: all - known,
      externalId: `${attemptId}-${kind}-${all}`,
    }));
}

/** Minor units that went back of an attempt so far. */
export async function sumReversals(
  db: TenantDb,
  attemptId: string,
  states: readonly ReversalState[] = ['succeeded'],
): Promise<number> {
  const rows = await db('payment_reversals')
    .where({ attempt_id: attemptId })
    .whereIn('state', [...states])
    .select('amount_minor', 'taken_back_minor');
  return rows.reduce((sum, row) => sum + row.amount_minor - row.taken_back_minor, 0);
}

/**
 * Minor units that went back of each of these charges so far; without what went to the wallet where `kind` is a chargeback,
 * as a bank takes that back too and knows nothing of it (`takeBackFromWallet`).
 */
export async function sumReversalsByCharge(
  db: TenantDb,
  attemptIds: readonly string[],
  kind: ReversalRow['kind'],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db('payment_reversals')
    .whereIn('attempt_id', [...attemptIds])
    .where({ state: 'succeeded', ...(kind === 'chargeback' ? { to_wallet: false } : {}) })
    .select('attempt_id', 'amount_minor', 'taken_back_minor');
  const sums = new Map<string, number>();
  for (const row of rows)
    sums.set(row.attempt_id, (sums.get(row.attempt_id) ?? 0) + row.amount_minor - row.taken_back_minor);
  return sums;
}
