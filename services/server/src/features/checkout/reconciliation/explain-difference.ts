import { DomainError, type BodyOf } from '@backlot/contracts';
import type { explainDifference as explainDifferenceCall } from '@backlot/contracts/reconciliation';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { explainCoins } from '../../crypto/index.ts';
import { lockLine, markExplained } from './report-rows.ts';

/**
 * Staff say why a difference is right as it is, or how it was put right outside of the books. Nothing else changes.
 * Coins that went back are an open item, which ends there.
 * @throws not-found, open-item-settled where it is none (any more)
 */
export async function explainDifference(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  { id, note }: BodyOf<typeof explainDifferenceCall>,
  now: Date,
): Promise<void> {
  const text = note.trim();
  if (text === '')
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'note', code: 'evidence-required' }] });
  await ctx.database.tenants.write(tenant, async (db) => {
    const line = await lockLine(db, id);
    if (line === null) {
      if (await explainCoins(db, { id, by: actor.trueAuthor, note: text, now })) return;
      throw new DomainError('not-found');
    }
    if (line.state !== 'differs') throw new DomainError('open-item-settled');
    await markExplained(db, id, { at: now, by: actor.trueAuthor, note: text });
  });
}
