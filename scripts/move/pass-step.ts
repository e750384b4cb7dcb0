import { dayMs } from '@backlot/domain/formats/when';
import { asked, scheduled } from '../simulate/actions/time.ts';
import { runTask, type WaitingJob } from '../simulate/queue.ts';
import { beAsked, cancel, join } from './fan-acts.ts';
import { count, nowOf, type Move, type MovingFan } from './move.ts';
import { lookAtTwins, perform } from './perform.ts';

/** From so long after the last charge on a member may be asked; nobody comes to look before. */
const askedAfterMs = 20 * dayMs;
/** How likely a fan comes to the site on a day. */
const comes = 0.35;
/** Likewise that a member gives up the membership unasked. */
const givesUp = 0.001;
/** Milliseconds until what failed is tried again, and how often that is in a step. */
const [againMs, mostAgain] = [300_000, 3] as const;
const mostRounds = 60;
/** Schedules that memberships depend on; the others are due often enough once a day. */
const often: ReadonlySet<string> = new Set([
  'renew-memberships',
  'expire-memberships',
  'end-forgotten-series',
  'reconcile-forgotten-payments',
  'reconcile-accounts',
]);

/** What fans do of themselves in a step. */
export interface AllowedActs {
  readonly mayJoin: boolean;
  /** The site has another account than theirs; some cancel unasked. */
  readonly mayMove: boolean;
}

/** Time passes, and whatever comes of it: charges by providers, webhooks, fans who come, renewals of ours, jobs. */
export async function passStep(move: Move, allowed: AllowedActs): Promise<void> {
  const { harness } = move;
  move.step += 1;
  await harness.pass(move.stepMs);
  lookAtTwins(move);
  await deliverWhatArrives(move);
  for (const fan of move.fans) await live(move, fan, allowed);
  await runSchedules(move, () => true);
  await settle(move);
  // What failed or has no answer yet is looked at and tried again within minutes, as it would be.
  for (let again = 0; again < mostAgain && (await harness.queue.list()).length > 0; again += 1) {
    await harness.pass(againMs);
    lookAtTwins(move);
    await settle(move);
    await runSchedules(move, (name) => name === 'renew-memberships');
    await settle(move);
  }
}

async function live(move: Move, fan: MovingFan, { mayJoin, mayMove }: AllowedActs): Promise<void> {
  const { random, charges, step, stepMs } = move;
  const isLikely = (aDay: number): boolean => random.chance((aDay * stepMs) / dayMs);
  if (fan.cancelledAt !== null || fan.joinsAt > step) return;
  // Tried until it works.
  if (fan.joinsAt === step || (mayJoin && charges.lastAt(fan) === 0)) return join(move, fan);
  if (mayMove && isLikely(givesUp)) return cancel(move, fan);
  if (mayMove && isLikely(comes) && nowOf(move) - charges.lastAt(fan) > askedAfterMs) await beAsked(move, fan);
}

/** Webhooks and the jobs that they bring, until nothing that is due is left. */
async function settle(move: Move): Promise<void> {
  const { harness } = move;
  for (let round = 0; round < mostRounds; round += 1) {
    await deliverWhatArrives(move);
    const due = (await harness.queue.list()).filter(({ isDue }) => isDue);
    if (due.length === 0) return;
    for (const job of due) await runJob(move, job);
  }
  if (move.isQuiet) move.violations.push({ invariant: 'never settles', text: 'jobs bring jobs', fan: null });
}

async function deliverWhatArrives(move: Move): Promise<void> {
  const { harness, sent } = move;
  const arriving = sent.filter(({ arrivesAt }) => move.isQuiet || arrivesAt <= move.step);
  sent.splice(0, sent.length, ...sent.filter((one) => !arriving.includes(one)));
  for (const { webhook } of arriving) {
    let status = 0;
    await perform(move, `webhook ${webhook.type}`, null, async () => {
      status = await harness.sendWebhook(webhook.url, webhook.body, webhook.headers());
    });
    // Its provider sends it again until it is taken.
    if (status !== 200) sent.push({ webhook, arrivesAt: move.step + 1 });
    if (status !== 200 && move.isQuiet) {
      move.violations.push({ invariant: 'never settles', text: `a webhook ${webhook.type}: ${status}`, fan: null });
      return;
    }
  }
}

async function runJob(move: Move, job: WaitingJob): Promise<void> {
  const { harness } = move;
  let [isDone, error]: [boolean, string | null] = [false, null];
  await harness.queue.take(job);
  await perform(move, job.name, asked[job.name] ?? null, async () => {
    try {
      await runTask(harness.tasks(), job);
      isDone = true;
    } catch (failed) {
      error = String(failed);
    }
  });
  if (isDone) return harness.queue.done(job);
  if (error !== null) count(move, `failed ${job.name}: ${String(error).slice(0, 80)}`);
  await harness.queue.again(job, error);
}

/** Those that are due by then: each may be cut off, and comes again soon. */
async function runSchedules(move: Move, isMeant: (name: string) => boolean): Promise<void> {
  const { harness, step, stepMs } = move;
  const { ctx } = harness.server();
  const tenant = harness.world.tenants[harness.form.site];
  for (const job of scheduled.filter(({ name }) => isMeant(name))) {
    if (!often.has(job.name) && step % (dayMs / stepMs) !== 0) continue;
    let isDone = false;
    for (let tries = 0; tries < mostAgain && !isDone; tries += 1)
      await perform(move, job.name, null, async () => {
        await job.run({ ctx, tenant, payload: {}, attempt: 1, log: ctx.log });
        isDone = true;
      });
  }
}
