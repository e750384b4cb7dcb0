import { DomainError } from '@backlot/contracts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { lockBuyer } from '../../ledger/index.ts';
import { findCard, listCards, makePrimary } from './instrument-rows.ts';
import { tellCardChanged } from './tell-card-changed.ts';
import type { InstrumentRow } from '../tables.ts';

/**
 * Purchases and renewals are paid with this card from now on, a renewal that failed at once unless this very card was declined
 * for it. @throws not-found for another's
 */
export async function choosePrimaryCard(
  ctx: AppContext,
  tenant: Tenant,
  { userId, cardId, now }: { userId: string; cardId: string; now: Date },
): Promise<InstrumentRow[]> {
  return ctx.database.tenants.write(tenant, async (db) => {
    await lockBuyer(db, userId);
    const card = await findCard(db, userId, cardId);
    if (card === null) throw new DomainError('not-found');
    await makePrimary(db, userId, cardId);
    const account = { id: card.account_id, provider: card.provider };
    await tellCardChanged(ctx, db, { userId, account, instrumentId: cardId, isTyped: false, now });
    return listCards(db, userId);
  });
}
