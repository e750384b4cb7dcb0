import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { FoundCharge } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import { job, scheduledJob } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { sendWithinMs } from '../pay/charge.ts';
import { checkLater, settleAttempt } from './settle-attempt.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'reconcile-payment': { attemptId: string };
  }
}

const slowestCheckMs = 600_000;

/**
 * Asks the provider what became of an attempt that nobody has settled: its answer was lost, its webhook has not come, or
 * this server was killed in between. Asks again, ever more rarely, until it knows.
 */
export const reconcilePaymentJob = job({
  name: 'reconcile-payment',
  run: ({ ctx, tenant, payload }) => reconcilePayment(ctx, tenant, payload.attemptId),
});

export async function reconcilePayment(ctx: AppContext, tenant: Tenant, attemptId: string): Promise<void> {
  const attempt = await ctx.database.tenants.write(tenant, (db) => countCheck(db, attemptId));
  if (attempt === null) return;
  const provider = ctx.providers.find(attempt.provider);
  const found: FoundCharge = (await provider?.find?.(attemptId)) ?? { kind: 'unknown', cause: 'connection' };
  const finalAt = (provider?.capabilities.absentIsFinalAfterMs ?? Infinity) + sendWithinMs;
  if (found.kind === 'absent' && attempt.ageMs < finalAt) {
    return ctx.database.tenants.write(tenant, (db) => checkLater(db, attemptId, finalAt - attempt.ageMs + 100));
  }
  if (found.kind === 'unknown' || found.kind === 'pending') {
    await ctx.database.tenants.write(tenant, (db) =>
      checkLater(db, attemptId, Math.min(slowestCheckMs, 2_000 * 2 ** Math.min(attempt.checks, 20))),
    );
    return;
  }
  await settleAttempt(ctx, tenant, attemptId, found);
}

interface OpenAttempt {
  provider: string;
  checks: number;
  ageMs: number;
}

/** The attempt while it is open, and its age by the database's clock. */
const countCheck = (db: TenantDb, attemptId: string): Promise<OpenAttempt | null> =>
  sql<OpenAttempt>`
    update ${table('payment_attempts')} set checks = checks + 1
    where id = ${attemptId} and state in ('started', 'pending', 'unknown')
    returning provider, checks, (extract(epoch from clock_timestamp() - started_at) * 1000)::float8 as "ageMs"`.first(
    db,
  );

/** A net below the jobs that every attempt enqueues with itself: whatever happened to them, nothing stays open unseen. */
export const reconcileForgottenJob = scheduledJob({
  name: 'reconcile-forgotten-payments',
  schedule: '*/10 * * * *',
  async run({ ctx, tenant }) {
    await ctx.database.tenants.write(tenant, async (db) => {
      const open = await sql<{ id: string }>`
        select id from ${table('payment_attempts')}
        where state in ('started', 'pending', 'unknown') and started_at < now() - interval '15 minutes'
        order by started_at limit 500`.all(db);
      for (const { id } of open) await checkLater(db, id, 0);
    });
  },
});
