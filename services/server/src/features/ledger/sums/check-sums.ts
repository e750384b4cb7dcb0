import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { firstBooked, lastBooked, listDifferences, type SumDifference } from './sum-rows.ts';

const mostNamed = 1_000;

/**
 * Compares the sums with the entries, a month (UTC) at a time: those from `since` on, or all. Each month is read at one
 * moment, with what its sums do not hold yet left out.
 * @returns a thousand differences at most
 */
export async function checkSums(ctx: AppContext, tenant: Tenant, since: Date | null = null): Promise<SumDifference[]> {
  const { first, last } = await ctx.database.tenants.read(tenant, async (db) => ({
    first: await firstBooked(db),
    last: await lastBooked(db),
  }));
  const found: SumDifference[] = [];
  if (first === null || last === null) return found;
  for (let from = monthOf(since !== null && since > first ? since : first, 0); from <= last; from = monthOf(from, 1)) {
    const month = { from, to: monthOf(from, 1) };
    found.push(
      ...(await ctx.database.tenants.read(tenant, (db) => listDifferences(db, month, mostNamed - found.length))),
    );
    if (found.length >= mostNamed) break;
  }
  return found;
}

const monthOf = (at: Date, later: number): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));
