import { sql, table } from '@backlot/database/sql';
import { setTimeout as sleep } from 'node:timers/promises';
import { withOwner } from '@backlot/database/owner';
import type { FaultRule } from '@backlot/payments/twin-control';
import { createAsk, type Ask } from './ask.ts';
import { findHidden } from './find-hidden.ts';
import { findLies } from './find-lies.ts';
import { killAtRandom } from './kill-at-random.ts';
import { seeded } from './random.ts';
import { shop, type Shopping } from './shop.ts';
import { buildHarness, type Harness } from './harness.ts';
import { createServers } from './servers.ts';

/** What one of the servers did, in all its lives. */
export interface ServerReport {
  readonly kills: number;
  readonly answered: number;
  /** Renewals that its jobs charged, as far as the provider told of them. */
  readonly renewals: number;
}

export interface CrashReport {
  readonly servers: readonly ServerReport[];
  /** How often all servers died within a moment. */
  readonly outages: number;
  readonly charges: number;
  readonly refunded: number;
  /** Charges that banks took back, as far as the sites were told. */
  readonly chargedBack: number;
  /** Charges that the site made by itself. */
  readonly renewals: number;
  /** Fans who were told that they cancelled. */
  readonly cancelled: number;
  /** Purchases of which something was owed before it was asked for again, and shown. */
  readonly owed: number;
  readonly shopping: Shopping;
  /** Empty when all went right. */
  readonly lies: readonly string[];
}

export interface CrashOptions {
  /** Of all servers together. */
  readonly kills: number;
  readonly seed: number;
  readonly report?: (text: string) => void;
}

const faults: readonly FaultRule[] = [
  { kind: 'slow', probability: 0.3, delayMs: 60 },
  ...(['timeout-before', 'timeout-after', 'reset-before', 'reset-after', 'error-before', 'error-after'] as const).map(
    (kind) => ({ kind, probability: 0.03 }),
  ),
  { kind: 'decline', probability: 0.03 },
  { kind: 'error-before', on: 'find', probability: 0.1 },
  { kind: 'reset-before', on: 'find', probability: 0.05 },
  { kind: 'error-after', on: 'refund', probability: 0.2 },
  { kind: 'decline', on: 'refund', probability: 0.2, code: 'funds-not-settled' },
  { kind: 'webhook-late', probability: 0.2, delayMs: 700 },
  { kind: 'webhook-doubled', probability: 0.2 },
  { kind: 'webhook-reordered', probability: 0.1, delayMs: 500 },
  { kind: 'webhook-lost', probability: 0.25 },
];

const shoppers = 6;

/**
 * Kills servers that serve the same sites at once, at random moments, one or the other or all, while people buy, cancel
 * and get money back, memberships renew and the card provider fails in every way it can, then lets everything settle and
 * asks whether anybody was lied to.
 */
export async function runCrash({ kills, seed, report = () => undefined }: CrashOptions): Promise<CrashReport> {
  const random = seeded(seed);
  const harness = await buildHarness();
  const servers = createServers(harness);
  const ask = createAsk(...harness.servers.map(({ port }) => port));
  const seen: Shopping = { asked: 0, answered: 0, broken: 0, refusals: new Map() };
  let isOver = false;
  try {
    await harness.twin.faults(faults, seed);
    const crowd = Array.from({ length: shoppers }, (_, index) =>
      shop(harness, ask, seeded(seed * 1000 + index), () => isOver, seen),
    );
    const deaths = await killAtRandom({ harness, servers, random, kills, seen, report });
    await servers.start(harness.aheadMs());
    isOver = true;
    await Promise.all(crowd);
    await harness.twin.faults([]);
    await settleAll(harness);
    const hidden = await findHidden(harness);
    await harness.tickDaily();
    await settleAll(harness);
    const charges = (await harness.twin.charges()).filter(({ status }) => status === 'succeeded');
    return {
      ...(await reportServers(harness, ask, deaths)),
      charges: charges.length,
      refunded: charges.filter(({ refunded }) => refunded > 0).length,
      chargedBack: (await harness.twin.webhooks()).filter(
        ({ type, state }) => type === 'chargeback' && state === 'delivered',
      ).length,
      renewals: charges.filter(({ initiator }) => initiator === 'merchant').length,
      cancelled: harness.promises.cancelled.size,
      shopping: seen,
      owed: hidden.shown,
      lies: [...hidden.lies, ...(await findLies(harness))],
    };
  } finally {
    isOver = true;
    ask.close();
    await servers.close();
    await harness.close();
  }
}

async function reportServers(
  { servers, twin }: Harness,
  ask: Ask,
  deaths: readonly (readonly number[])[],
): Promise<Pick<CrashReport, 'servers' | 'outages'>> {
  const renewed = new Set(
    (await twin.charges()).flatMap((charge) => (charge.initiator === 'merchant' ? charge.reference : [])),
  );
  const told = (await twin.webhooks()).filter(
    ({ type, reference }) => type === 'charge.succeeded' && renewed.has(reference),
  );
  return {
    outages: deaths.filter((which) => which.length === servers.length).length,
    servers: servers.map(({ port }, index) => ({
      kills: deaths.filter((which) => which.includes(index)).length,
      answered: ask.answered.get(port) ?? 0,
      renewals: told.filter(({ url }) => url !== null && new URL(url).port === String(port)).length,
    })),
  };
}

const patienceMs = 120_000;

/** Waits until no payment is open, no renewal is due, no refund is owed, no webhook is on its way and no job waits. */
export async function settleAll(harness: Harness): Promise<void> {
  const since = performance.now();
  for (;;) {
    await harness.tick();
    const left = await unsettled(harness);
    if (left.length === 0) return;
    if (performance.now() - since > patienceMs)
      throw new Error(`After ${patienceMs / 1000} s there is still: ${left.join('; ')}`);
    // What would be asked again in minutes is asked again now, and what the dead have claimed lapses.
    await withOwner(harness.databaseUrl, (owner) =>
      owner.query(
        "update graphile_worker._private_jobs set run_at = now() where run_at > now() + interval '4 seconds' and locked_at is null",
      ),
    );
    for (const { tenant } of harness.sites)
      await harness.database.tenants.write(tenant, (db) =>
        sql`
          update ${table('payment_reversals')} set claimed_at = claimed_at - interval '1 hour'
          where claimed_at < clock_timestamp() - interval '15 seconds'`.run(db),
      );
    await sleep(300);
  }
}

async function unsettled(harness: Harness): Promise<string[]> {
  const left: string[] = [];
  for (const { tenant } of harness.sites) {
    await harness.database.tenants.read(tenant, async (db) => {
      const open = await db('payment_attempts')
        .whereIn('state', ['started', 'action', 'pending', 'unknown'])
        .select('id');
      const owed = await db('payment_reversals').where({ state: 'requested' }).select('id');
      const due = await db('subscriptions').where('next_billing_at', '<=', harness.now()).select('id');
      if (due.length > 0) left.push(`${due.length} renewals on ${tenant.slug}`);
      if (open.length > 0) left.push(`${open.length} open payments on ${tenant.slug}`);
      if (owed.length > 0) left.push(`${owed.length} refunds on ${tenant.slug}`);
    });
  }
  const waiting = (await harness.twin.webhooks()).filter(({ state }) => state === 'waiting').length;
  if (waiting > 0) left.push(`${waiting} webhooks`);
  const { rows } = await withOwner(harness.databaseUrl, (owner) =>
    owner.query<{ task: string; jobs: number }>(
      `select t.identifier as task, count(*)::int as jobs
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier in ('apply-payment-notice', 'refund-payment', 'reconcile-payment', 'renew-membership')
         and j.attempts < j.max_attempts group by 1`,
    ),
  );
  return [...left, ...rows.map(({ task, jobs }) => `${jobs} jobs ${task}`)];
}
