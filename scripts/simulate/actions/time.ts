import { features } from '@backlot/server/features';
import type { ScheduledJob } from '@backlot/server/jobs/job';
import { dayMs } from '@backlot/domain/formats/when';
import { runTask, type WaitingJob } from '../queue.ts';
import { act, type Simulation } from '../simulation.ts';
import type { Random } from '../../crash/random.ts';
import { drawFaults, noFaults, type Asked, type EventFaults } from '../faults.ts';
import type { Action } from './action.ts';

/** The clock's own jobs that move money or say what was paid for. */
const ofMoney: ReadonlySet<string> = new Set([
  'renew-memberships',
  'expire-memberships',
  'end-forgotten-series',
  'end-forgotten-orphaned-series',
  'reconcile-forgotten-payments',
  'retry-owed-refunds',
  'retry-webhooks-put-aside',
  'watch-forgotten-crypto-payments',
  'look-for-returned-coins',
  'recognise-revenue',
  'reconcile-accounts',
]);
/** Those of them that run by a schedule. */
export const scheduled: readonly ScheduledJob[] = features
  .flatMap(({ jobs }) => jobs ?? [])
  .filter((job): job is ScheduledJob => 'schedule' in job && ofMoney.has(job.name));

const readReports = scheduled.find(({ name }) => name === 'reconcile-accounts')!;
const lookForReversals = features
  .flatMap(({ jobs }) => jobs ?? [])
  .find((job): job is ScheduledJob => 'schedule' in job && job.name === 'look-for-reversals')!;
/** How often it runs. */
const lookMs = 6 * 3_600_000;

/** Milliseconds from one run of a schedule to the next. */
function everyMs({ schedule }: ScheduledJob): number {
  const [minute = '', hour = ''] = schedule.split(' ');
  if (minute.startsWith('*/')) return Number(minute.slice(2)) * 60_000;
  return hour === '*' ? 3_600_000 : dayMs;
}

/** Time passes, and its schedules enqueue what is due by then: one event, which may die at any of them. */
export async function passTime(simulation: Simulation, ms: number, faults?: EventFaults): Promise<void> {
  const { harness, model, random } = simulation;
  await passDays(simulation, ms, faults === undefined && random.chance(0.3) ? random.pick(declines) : null);
  const { ctx } = harness.server();
  const sites = Object.values(harness.world.tenants).filter(({ slug }) => model.fans.some(({ site }) => site === slug));
  await act(
    simulation,
    { name: 'schedules', fan: null },
    async () => {
      for (const job of scheduled.filter((one) => everyMs(one) <= ms))
        for (const tenant of sites) await job.run({ ctx, tenant, payload: {}, attempt: 1, log: ctx.log });
    },
    faults ?? later(drawFaults(random, null), random),
  );
}

/** What the bank says to the first renewals that fall due. */
const declines = [
  { count: 1, code: '51' },
  { count: 2, code: '51' },
  { count: 5, code: '-23' },
  { count: 1, code: '4' },
] as const;

/** A report reaches back for a day less what the next one repeats: while more time passes it is read on the way. */
const readMs = 23 * 3_600_000;

async function passDays(
  { harness, model }: Simulation,
  ms: number,
  declined: (typeof declines)[number] | null,
): Promise<void> {
  const { form, world } = harness;
  for (let left = ms; left > 0; left -= readMs) {
    await harness.pass(Math.min(left, readMs), declined);
    if (left <= readMs || form.sales().length === 0) continue;
    const { ctx } = harness.server();
    const tenant = world.tenants[form.site];
    await readReports.run({ ctx, tenant, payload: {}, attempt: 1, log: ctx.log });
  }
  const outside = [...model.providerReversals.values()].filter(({ charge }) => charge.provider.name === 'sticky_io');
  if (ms < lookMs || outside.length === 0) return;
  const { ctx } = harness.server();
  for (const site of new Set(outside.map(({ charge }) => charge.provider.site)))
    await lookForReversals.run({ ctx, tenant: world.tenants[site], payload: {}, attempt: 1, log: ctx.log });
  for (const reversal of outside) reversal.isReported = true;
}

/** Struck at any of the schedules' transactions. */
const later = (faults: EventFaults, random: Random): EventFaults =>
  faults.interruption === null || faults.interruption.how === 'meets'
    ? faults
    : { ...faults, interruption: { ...faults.interruption, unit: random.between(1, 12) } };

export const time: Action = {
  name: 'time passes',
  weight: 5,
  run: (simulation) =>
    passTime(
      simulation,
      simulation.random.pick([
        60_000,
        600_000,
        3_600_000,
        6 * 3_600_000,
        dayMs,
        dayMs,
        3 * dayMs,
        7 * dayMs,
        12 * dayMs,
      ]),
    ),
};

/** What jobs ask a provider for. */
export const asked: Readonly<Record<string, Asked>> = {
  'renew-membership': 'charge',
  'refund-payment': 'refund',
  'reconcile-payment': 'find',
  'end-series': 'end',
  'end-orphaned-series': 'end',
  'apply-payment-notice': 'find',
};

const seldom: ReadonlySet<Asked | undefined> = new Set(['end', 'refund']);

/** Runs one waiting job; it is left lying where its process dies. */
export async function runJob(simulation: Simulation, job: WaitingJob, faults?: EventFaults): Promise<boolean> {
  const { harness, model } = simulation;
  const userId = typeof job.payload['userId'] === 'string' ? job.payload['userId'] : null;
  const fan = userId === null ? null : (model.fans.find(({ person }) => person.id === userId) ?? null);
  const asks = asked[job.name];
  let error: string | null = null;
  let isDone = false;
  await harness.queue.take(job);
  await act(
    simulation,
    { name: job.name, fan, isByUs: job.name === 'renew-membership', ...(asks ? { asks } : {}) },
    async () => {
      try {
        await runTask(harness.tasks(), job);
        isDone = true;
      } catch (failed) {
        error = String(failed);
        throw failed;
      }
    },
    faults,
  );
  if (isDone) await harness.queue.done(job);
  else await harness.queue.again(job, error);
  return isDone;
}

export const runDueJob: Action = {
  name: 'jobs',
  weight: 30,
  async run(simulation) {
    const due = (await simulation.harness.queue.list()).filter(({ isDue }) => isDue);
    // What is seldom asked of a provider, before all is quiet and nothing fails. Else mostly the oldest: workers take them in
    // their order, and are several.
    const rare = simulation.faultsMet === null ? [] : due.filter(({ name }) => seldom.has(asked[name]));
    const from = rare.length > 0 && simulation.random.chance(0.4) ? rare : due;
    const job = simulation.random.chance(0.7) ? from[0] : from[simulation.random.between(0, from.length - 1)];
    if (job !== undefined) await runJob(simulation, job);
  },
};

/** Everything that waits is run, also what was put off, until nothing does. False when something fails on and on. */
export async function runAllJobs(simulation: Simulation): Promise<boolean> {
  for (let round = 0; round < 400; round += 1) {
    const jobs = await simulation.harness.queue.list();
    // A payment in coins is looked at for a day, also when it has come.
    if (jobs.every(({ name }) => name === 'look-at-crypto-payment') && (jobs.length === 0 || round > 2)) return true;
    for (const job of jobs) await runJob(simulation, job, noFaults);
    await simulation.harness.pass(60_000);
  }
  return false;
}
