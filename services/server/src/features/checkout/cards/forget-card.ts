import type { TenantDb } from '@backlot/database';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/job.ts';
import { lockBuyer } from '../../ledger/index.ts';
import { forgetCardLater } from './forget-card-later.ts';
import { isBeingPaidWith } from '../intent-rows.ts';
import type { InstrumentRow } from '../tables.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'forget-card': { cardId: string };
  }
}

const hourMs = 3_600_000;

/**
 * Takes a card that was removed here out of the provider's vault too. One that a payment under way or a series of the
 * provider's own still needs waits. Asked again and again until the provider has done it; asking twice does no harm.
 */
export const forgetCardJob = job({
  name: 'forget-card',
  async run({ ctx, tenant, payload: { cardId } }) {
    const now = ctx.clock.now();
    const card = await ctx.database.tenants.write(tenant, (db) => findRemoved(ctx, db, cardId, now));
    if (card === null) return;
    const provider = ctx.providers.find(card.provider);
    if (!provider) throw new Error(`The provider ${card.provider}, which keeps a removed card, is not configured.`);
    if (!provider.forgetCard) return;
    const outcome = await provider.forgetCard({ instrumentId: card.provider_instrument });
    if (outcome.kind !== 'forgotten')
      throw new Error(
        `The provider still keeps a removed card: ${outcome.kind === 'refused' ? outcome.code : outcome.cause}`,
      );
    await ctx.database.tenants.write(tenant, (db) =>
      db('payment_instruments').where({ id: cardId }).whereNotNull('removed_at').update({ forgotten_at: now }),
    );
  },
});

/** The card, if nothing needs it at this moment. A card that was removed is not chosen for a payment any more. */
async function findRemoved(ctx: AppContext, db: TenantDb, cardId: string, now: Date): Promise<InstrumentRow | null> {
  const known = await db('payment_instruments').where({ id: cardId }).first('user_id');
  if (!known) return null;
  await lockBuyer(db, known.user_id);
  const card = await db('payment_instruments').where({ id: cardId }).first();
  if (!card?.removed_at || card.forgotten_at) return null;
  if (!(await isNeeded(ctx, db, card, now))) return card;
  await forgetCardLater(db, cardId, hourMs);
  return null;
}

async function isNeeded(ctx: AppContext, db: TenantDb, card: InstrumentRow, now: Date): Promise<boolean> {
  if (await isBeingPaidWith(db, card.user_id, card.id)) return true;
  if (ctx.providers.find(card.provider)?.capabilities.renewals !== 'provider') return false;
  for (const { later } of ctx.sells.all)
    if ((await later?.next(db, card.user_id, now))?.accountId === card.account_id) return true;
  return false;
}
