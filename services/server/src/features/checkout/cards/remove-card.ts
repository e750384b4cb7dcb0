import { DomainError } from '@backlot/contracts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { lockBuyer } from '../../ledger/index.ts';
import { forgetCardLater } from './forget-card-later.ts';
import { findCard, findCardOwner, findStoredCard, listCards, makePrimary } from './instrument-rows.ts';
import { isBeingPaidWith } from '../intent-rows.ts';
import type { InstrumentRow } from '../tables.ts';

/**
 * Takes a card off file, and later out of the provider's vault; the one used last stands in for it. A payment that is
 * under way with it ends as it would have, and does not bring it back. The last card that a later charge can be made with
 * stays, also while the first payment is under way: that charge would fail without a word.
 * @param by staff who do it; null where its owner does
 * @throws not-found for another's, payment-in-progress and what `LaterCharges.cardStays` names
 */
export async function removeStoredCard(
  ctx: AppContext,
  tenant: Tenant,
  { userId, cardId, by = null, now }: { userId: string; cardId: string; by?: string | null; now: Date },
): Promise<InstrumentRow[]> {
  return ctx.database.tenants.write(tenant, async (db) => {
    await lockBuyer(db, userId);
    const card = await findCard(db, userId, cardId);
    if (card === null) throw new DomainError('not-found');
    await db('payment_instruments')
      .where({ id: cardId })
      .update({ removed_at: now, is_primary: false, ...(by === null ? {} : { removed_by: by }) });
    const rest = await listCards(db, userId);
    for (const { kind, later } of ctx.sells.all) {
      if (!later) continue;
      const next = await later.next(db, userId, now);
      if (next !== null && next.amountMinor > 0 && (await findStoredCard(db, userId, next.accountId)) === null)
        throw new DomainError(later.cardStays);
      if (
        (await isBeingPaidWith(db, userId, cardId, kind)) &&
        (await findStoredCard(db, userId, card.account_id)) === null
      )
        throw new DomainError('payment-in-progress');
    }
    await forgetCardLater(db, cardId);
    if (card.is_primary && rest[0]) {
      await makePrimary(db, userId, rest[0].id);
      return listCards(db, userId);
    }
    return rest;
  });
}

/** Staff take a fan's card off file, on the same terms as the fan. @throws as `removeStoredCard`, and not-found for one that is not on file */
export async function removeFansCard(
  ctx: AppContext,
  tenant: Tenant,
  { cardId, by, now }: { cardId: string; by: string; now: Date },
): Promise<void> {
  const userId = await ctx.database.tenants.read(tenant, (db) => findCardOwner(db, cardId));
  if (userId === null) throw new DomainError('not-found');
  await removeStoredCard(ctx, tenant, { userId, cardId, by, now });
}
