import { DomainError, type BodyOf } from '@backlot/contracts';
import type { explainDifference as explainDifferenceCall } from '@backlot/contracts/reconciliation';
import type { TenantDb } from '@backlot/database';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { ExplainedCoins } from '../../../joints/coin-books.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { recordBeside } from '../settle/settlement-rows.ts';
import { lockLine, markExplained } from './report-rows.ts';

/**
 * Staff say why a difference is right as it is, or how it was put right outside of the books. Nothing else changes.
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
    if (line === null) return explainCoinLine(ctx, db, { id, by: actor.trueAuthor, note: text, now });
    if (line.state !== 'differs') throw new DomainError('open-item-settled');
    await markExplained(db, id, { at: now, by: actor.trueAuthor, note: text });
  });
}

/** A payment in coins, or coins that went back: the open item of these is noted by it. */
async function explainCoinLine(
  { coinBooks, openItems }: AppContext,
  db: TenantDb,
  line: ExplainedCoins,
): Promise<void> {
  if (await coinBooks?.explain(db, line)) return;
  const { id, by, note, now } = line;
  const decision = 'noted';
  for (const one of openItems) {
    const noted = await one.settle(db, { id, decision, now });
    if (noted?.record)
      return recordBeside(db, { asked: { decision }, by: { userId: by, evidence: note }, now }, noted.record);
  }
  throw new DomainError('not-found');
}
