import type { TenantDb } from '@backlot/database';
import type { PaymentProvider } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/job.ts';
import { lockBuyer } from '../../ledger/index.ts';
import { forgetCardLater } from './forget-card-later.ts';
import { findAccount } from '../provider-accounts/account-rows.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
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
  lane: 'providers',
  async run({ ctx, tenant, payload: { cardId } }) {
    const now = ctx.clock.now();
    const found = await ctx.database.tenants.write(tenant, (db) => findRemoved(ctx, db, cardId, now));
    if (found === null) return;
    const { card, provider } = found;
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

interface RemovedCard {
  readonly card: InstrumentRow;
  readonly provider: PaymentProvider | null;
}

/** The card, if nothing needs it at this moment. A card that was removed is not chosen for a payment any more. */
async function findRemoved(ctx: AppContext, db: TenantDb, cardId: string, now: Date): Promise<RemovedCard | null> {
  const known = await db('payment_instruments').where({ id: cardId }).first('user_id');
  if (!known) return null;
  await lockBuyer(db, known.user_id);
  const card = await db('payment_instruments').where({ id: cardId }).first();
  if (!card?.removed_at || card.forgotten_at) return null;
  const provider = providerOf(ctx, (await findAccount(db, card.account_id))!);
  if (!(await isNeeded(ctx, db, { card, provider }, now))) return { card, provider };
  await forgetCardLater(db, cardId, hourMs);
  return null;
}

async function isNeeded(ctx: AppContext, db: TenantDb, { card, provider }: RemovedCard, now: Date): Promise<boolean> {
  if (await isBeingPaidWith(db, card.user_id, card.id)) return true;
  if (provider?.capabilities.renewals !== 'provider') return false;
  for (const { later } of ctx.sells.all)
    if ((await later?.next(db, card.user_id, now))?.accountId === card.account_id) return true;
  return false;
}
