import { DomainError } from '@backlot/contracts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { lockBuyer } from '../../ledger/index.ts';
import { findCard, listCards, makePrimary } from './instrument-rows.ts';
import type { InstrumentRow } from '../tables.ts';

/** Purchases and renewals are paid with this card from now on. @throws not-found for another's */
export async function choosePrimaryCard(
  ctx: AppContext,
  tenant: Tenant,
  userId: string,
  cardId: string,
): Promise<InstrumentRow[]> {
  return ctx.database.tenants.write(tenant, async (db) => {
    await lockBuyer(db, userId);
    if ((await findCard(db, userId, cardId)) === null) throw new DomainError('not-found');
    await makePrimary(db, userId, cardId);
    return listCards(db, userId);
  });
}
