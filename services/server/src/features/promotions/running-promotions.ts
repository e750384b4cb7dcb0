import type { Database, TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import type { Promotion } from '@backlot/domain/money/promotion';
import type { TrustedMemory } from '@backlot/realtime/trusted-memory';
import type { AppContext } from '../../context.ts';
import { openRememberedRows } from '../../memory/remembered-rows.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { listOpen, promotionOf } from './promotion-rows.ts';

/** Of each database: two in one process may have a tenant of the same id. */
const memories = new WeakMap<Database, TrustedMemory<Tenant['id'], readonly Promotion[]>>();

/** News of promotions is the settings' news (`tell_promotions_changed`): prices move with both. */
function memoryOf(ctx: Pick<AppContext, 'database' | 'settings'>): TrustedMemory<Tenant['id'], readonly Promotion[]> {
  const known = memories.get(ctx.database);
  if (known) return known;
  const memory = openRememberedRows<Tenant['id'], readonly Promotion[]>('promotions', {
    line: ctx.database.news,
    max: 5_000,
  });
  memories.set(ctx.database, memory);
  ctx.settings.onChange((tenantId) => memory.drop(tenantId));
  return memory;
}

/**
 * A site's promotions that may run, from memory: pages ask far more often than promotions change. The rules say whether
 * one runs at a moment.
 */
export const promotionsOf = (
  ctx: Pick<AppContext, 'database' | 'settings'>,
  tenant: Tenant,
): Promise<readonly Promotion[]> =>
  memoryOf(ctx).get(tenant.id, () =>
    ctx.database.tenants.read(tenant, readOpen).catch((error: unknown) => {
      if (isUndefinedTable(error)) return [];
      throw error;
    }),
  );

/**
 * As a purchase needs them, within its transaction: what was ended before it began gives no price any more. Where memory
 * knows of none, one that was started this moment costs a second look at the price and nothing else. Never asks for a
 * connection beside the transaction's: with many buyers at once all would hold one and wait for another.
 */
export const promotionsForSale = async (ctx: AppContext, db: TenantDb, tenant: Tenant): Promise<readonly Promotion[]> =>
  memoryOf(ctx).peek(tenant.id)?.length === 0 ? [] : readOpen(db);

/** Whoever changed promotions here sees the change at once; other processes hear of it. */
export const forgetPromotions = (ctx: AppContext, tenant: Tenant): void => memoryOf(ctx).drop(tenant.id);

const readOpen = async (db: TenantDb): Promise<readonly Promotion[]> => (await listOpen(db)).map(promotionOf);
