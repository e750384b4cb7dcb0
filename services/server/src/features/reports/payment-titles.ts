import type { TenantDb } from '@backlot/database';
import type { Sellables } from '../checkout/index.ts';
import type { PaymentLine } from './list-payments.ts';

/** Contents under their titles of today, each asked of the feature that sold it. */
export async function titlesOf(
  db: TenantDb,
  sells: Sellables,
  lines: ReadonlyArray<{ readonly sold: PaymentLine['sold'] | null; readonly contentId: string | null }>,
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  for (const { kind, present } of sells.all) {
    const ids = lines.flatMap((line) => (line.sold === kind && line.contentId !== null ? [line.contentId] : []));
    if (ids.length === 0 || !present.titles) continue;
    for (const [id, title] of await present.titles(db, [...new Set(ids)])) titles.set(id, title);
  }
  return titles;
}
