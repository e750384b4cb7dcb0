import type { TenantDb } from '@backlot/database';
import type { AppContext } from '../../context.ts';
import type { PurchaseNotice } from './purchase-rows.ts';

/** By id, of what was bought: notices of purchases are of posts. */
export async function titlesOfPurchases(
  db: TenantDb,
  { sells }: AppContext,
  purchases: readonly PurchaseNotice[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(purchases.flatMap(({ contentId }) => contentId ?? []))];
  return (ids.length === 0 ? undefined : await sells.find('post')?.present.titles?.(db, ids)) ?? new Map();
}
