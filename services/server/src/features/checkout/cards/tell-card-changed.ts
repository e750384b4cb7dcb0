import type { TenantDb } from '@backlot/database';
import type { AppContext } from '../../../context.ts';
import type { ChangedCard } from '../later-charges.ts';

/** Whatever is charged again later learns that another card is there for it. */
export async function tellCardChanged(ctx: AppContext, db: TenantDb, changed: ChangedCard): Promise<void> {
  for (const { later } of ctx.sells.all) await later?.cardChanged?.(db, changed);
}
