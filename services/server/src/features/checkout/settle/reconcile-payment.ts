import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { ChargeState, FoundCharge } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import { job, scheduledJob } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { sendWithinMs } from '../pay/charge.ts';
import { findAccount } from '../provider-accounts/account-rows.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
import type { AttemptState } from '../tables.ts';
import { checkLater, settleAttempt } from './settle-attempt.ts';
import { isToldOf } from './told.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'reconcile-payment': { attemptId: string };
  }
}

const slowestCheckMs = 600_000;
/** Milliseconds after which an attempt whose process never got ready to send it is ended. */
const longestArrangementMs = 60_000;

/**
 * Asks the provider what became of an attempt that nobody has settled: its answer was lost, its webhook has not come, its
 * payer has not come back, or this server was killed in between. Asks again, ever more rarely, until it knows.
 */
export const reconcilePaymentJob = job({
  name: 'reconcile-payment',
  lane: 'providers',
  run: ({ ctx, tenant, payload }) => reconcilePayment(ctx, tenant, payload.attemptId),
});

export async function reconcilePayment(ctx: AppContext, tenant: Tenant, attemptId: string): Promise<void> {
  const attempt = await ctx.database.tenants.write(tenant, (db) => countCheck(db, attemptId));
  if (attempt === null) return;
  const found = (await ask(ctx, tenant, attempt)) ?? ({ kind: 'unknown', cause: 'connection' } as const);
  const again = (inMs: number): Promise<void> =>
    ctx.database.tenants.write(tenant, (db) => checkLater(db, attemptId, inMs));
  if (found.kind === 'absent' && found.certainty === 'not-yet') return again(found.finalInMs + 100);
  // A page of its provider's can't be looked up: what is stored and not applied yet may tell that it was paid.
  const isTold = isGone(found) && (await ctx.database.tenants.read(tenant, (db) => isToldOf(db, attempt)));
  const isOpen = isTold || (found.kind !== 'succeeded' && found.kind !== 'declined' && !isGone(found));
  if (!isOpen || found.kind === 'action') await settleAttempt(ctx, tenant, attemptId, found);
  if (isOpen) await again(Math.min(slowestCheckMs, 2_000 * 2 ** Math.min(attempt.checks, 20)));
}

/**
 * As `reconcilePayment`, for a webhook that only says that something happened: also for an attempt that was ended, as money
 * that comes late is money all the same.
 * @returns false: of one that was ended its provider did not say, and nobody asks again by itself
 */
export async function lookAtPayment(ctx: AppContext, tenant: Tenant, attemptId: string): Promise<boolean> {
  const attempt = await ctx.database.tenants.read(tenant, (db) => findAsked(db, attemptId));
  if (attempt === null || attempt.state === 'succeeded') return true;
  if (attempt.state !== 'declined' && attempt.state !== 'absent') {
    await reconcilePayment(ctx, tenant, attemptId);
    return true;
  }
  const found = await ask(ctx, tenant, attempt);
  if (found?.kind === 'succeeded') await settleAttempt(ctx, tenant, attemptId, found);
  return found?.kind !== 'unknown';
}

const isGone = (found: FoundCharge): boolean => found.kind === 'absent' && found.certainty === 'final';

/** Null where nobody can be asked. */
async function ask(ctx: AppContext, tenant: Tenant, attempt: Asked): Promise<FoundCharge | null> {
  // Its process is still asking the provider for what it needs, or died doing so: nothing was sent.
  if (attempt.readyMsAgo === null)
    return attempt.ageMs > longestArrangementMs
      ? { kind: 'absent', certainty: 'final' }
      : { kind: 'absent', certainty: 'not-yet', finalInMs: longestArrangementMs - attempt.ageMs };
  const account = await ctx.database.tenants.read(tenant, (db) => findAccount(db, attempt.accountId));
  const sent = { reference: attempt.id, state: attempt.providerState };
  const sentMsAgo = Math.max(0, attempt.readyMsAgo - sendWithinMs);
  return (await (account && providerOf(ctx, account))?.find?.(sent, sentMsAgo)) ?? null;
}

interface Asked {
  id: string;
  state: AttemptState;
  accountId: string;
  providerState: ChargeState;
  checks: number;
  ageMs: number;
  readyMsAgo: number | null;
}

/** Ages are by the database's clock, which wrote the times. */
const asked = sql`id, state, account_id as "accountId", provider_state as "providerState", checks,
  (extract(epoch from clock_timestamp() - started_at) * 1000)::float8 as "ageMs",
  (extract(epoch from clock_timestamp() - ready_at) * 1000)::float8 as "readyMsAgo"`;

const findAsked = (db: TenantDb, attemptId: string): Promise<Asked | null> =>
  sql<Asked>`select ${asked} from ${table('payment_attempts')} where id = ${attemptId}`.first(db);

/** The attempt while it is open. */
const countCheck = (db: TenantDb, attemptId: string): Promise<Asked | null> =>
  sql<Asked>`
    update ${table('payment_attempts')} set checks = checks + 1
    where id = ${attemptId} and state in ('started', 'action', 'pending', 'unknown') returning ${asked}`.first(db);

const isForgotten = sql`state in ('started', 'action', 'pending', 'unknown')
  and coalesce(action_expires_at, started_at) < now() - interval '15 minutes'`;

/** A net below the jobs that every attempt enqueues with itself: whatever happened to them, nothing stays open unseen. */
export const reconcileForgottenJob = scheduledJob({
  name: 'reconcile-forgotten-payments',
  schedule: '*/10 * * * *',
  isDue: () => sql`exists (select from ${table('payment_attempts')} where ${isForgotten})`,
  async run({ ctx, tenant }) {
    await ctx.database.tenants.write(tenant, async (db) => {
      const open = await sql<{ id: string }>`
        select id from ${table('payment_attempts')}
        where ${isForgotten}
        order by coalesce(action_expires_at, started_at) limit 500`.all(db);
      for (const { id } of open) await checkLater(db, id, 0);
    });
  },
});
