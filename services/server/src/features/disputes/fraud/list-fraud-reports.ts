import type { Answer, QueryOf } from '@backlot/contracts';
import type { listFraudReports as listFraudReportsCall } from '@backlot/contracts/fraud-reports';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findPeople } from '../../accounts/index.ts';
import { requireReports } from '../../staff/index.ts';
import { listFraudCounts, listFraudReportLines, type FraudCounts } from './fraud-rows.ts';

/**
 * Payments that were reported as fraud, as staff noted them; none on the schema of the version before.
 * @throws access-denied
 */
export async function listFraudReports(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  query: QueryOf<typeof listFraudReportsCall>,
): Promise<Answer<typeof listFraudReportsCall>['data']> {
  requireReports(actor, await ctx.settings.of(tenant));
  const limit = adminListLimit;
  const found = await orNone(
    ctx.database.tenants.read(tenant, (db) => listFraudReportLines(db, query?.after ?? null, limit + 1)),
  );
  return ctx.database.tenants.read(tenant, async (db) => {
    const page = found.slice(0, limit);
    const people = await findPeople(db, [...new Set(page.flatMap(({ userId, notedBy }) => [userId, notedBy]))]);
    return {
      reports: page.map((line) => ({
        _id: line.id,
        date: line.reportedAt.toISOString(),
        amount: toWire(line.amountMinor),
        currency: line.currency,
        payment: { _id: line.intentId },
        transactionId: line.reference,
        user: {
          _id: line.userId,
          name: people.get(line.userId)?.name ?? '',
          email: people.get(line.userId)?.email ?? '',
        },
        note: line.note,
        noted: { date: line.notedAt.toISOString(), by: people.get(line.notedBy)?.name ?? '' },
      })),
      next: found.length > limit ? page.at(-1)!.id : null,
    };
  });
}

/** Of this month and of the last 30 days; none on the schema of the version before. In a unit of its own, which that ends. */
export const fraudCounts = (
  ctx: AppContext,
  tenant: Tenant,
  since: Parameters<typeof listFraudCounts>[1],
): Promise<readonly FraudCounts[]> => orNone(ctx.database.tenants.read(tenant, (db) => listFraudCounts(db, since)));

const orNone = <T>(lines: Promise<readonly T[]>): Promise<readonly T[]> =>
  lines.catch((error: unknown) => {
    if (isUndefinedTable(error)) return [];
    throw error;
  });
