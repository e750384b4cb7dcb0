import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { later } from '../../../jobs/later.ts';
import type { LaterCharges } from '../../checkout/index.ts';

/** Ends whose provider does not confirm them: staff see them until it does, or somebody has seen to it there. */
export async function countUnendedSeries(db: TenantDb): Promise<number> {
  const [row] = await db('subscription_series')
    .where({ state: 'ending' })
    .whereNotNull('alarmed_at')
    .count({ count: '*' });
  return Number(row!['count']);
}

/** Asked once more, or ended because staff ended it at the provider's. False for what is no series. @throws open-item-settled, invalid-request */
export const settleSeries: NonNullable<LaterCharges['settle']> = async (db, { id, decision, by, now }) => {
  const series = await db('subscription_series').where({ id }).forUpdate().first();
  if (!series) return false;
  if (series.state !== 'ending') throw new DomainError('open-item-settled');
  if (decision === 'try_again') await later(db, 'end-series', { seriesId: id }, { jobKey: `end-series:${id}` });
  else if (decision === 'ended_by_hand')
    await db('subscription_series')
      .where({ id })
      .update({ state: 'ended', ended_at: now, settled_by: by.userId, evidence: by.evidence });
  else throw new DomainError('invalid-request', {}, { fields: [{ field: 'decision', code: 'enum' }] });
  return true;
};
