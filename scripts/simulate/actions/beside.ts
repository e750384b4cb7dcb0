import { dayMs } from '@backlot/domain/formats/when';
import type { SiteName } from '@backlot/server/testing/world';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkRunning } from '../check-access.ts';
import { noFaults, type EventFaults } from '../faults.ts';
import { atOnce } from '../interruptions.ts';
import type { Fan } from '../model.ts';
import type { Reply } from '../open-harness.ts';
import { runTask, type WaitingJob } from '../queue.ts';
import { act, type Simulation } from '../simulation.ts';
import type { Action } from './action.ts';
import { passTime } from './time.ts';

/** A renewal and what the fan does in the same moment: cancels, or has it run twice by two workers. */
export const renewBeside: Action = {
  name: 'renew beside',
  weight: 3,
  async run(simulation) {
    const { harness, random } = simulation;
    const found = (await findDue(simulation)) ?? (await waitForDue(simulation));
    if (found === null) return;
    const { job, fan } = found;
    const isCancelled = random.chance(0.67);
    const cancel = () => harness.call('POST /api/cancel-subscription', { as: fan.person, body: {} });
    const renew = () => runTask(harness.tasks(), job);
    if (!isCancelled) {
      const spec = { name: 'renew twice at once', fan, asks: 'charge', isByUs: true, isPair: true } as const;
      await act(simulation, spec, async () => void (await atOnce(renew, renew)));
      return;
    }
    let told: Reply | null = null;
    const spec = { name: 'renew and cancel at once', fan, asks: 'charge', isByUs: true, isPair: true } as const;
    if (random.chance(0.3))
      await act(simulation, spec, async () => {
        await atOnce(renew, async () => (told = await cancel()));
      });
    else {
      const { faults, other } = meeting(simulation, cancel);
      await act(
        simulation,
        spec,
        async () => {
          await renew();
          told = await other();
        },
        faults,
      );
    }
    // Who was told that it is cancelled relies on it; whoever is cut off presses again.
    if ((told as Reply | null)?.status === 200) fan.isCancelled = true;
    else {
      const reply = await act(simulation, { name: 'cancel', fan, isSure: true }, cancel);
      if (reply?.status === 200) fan.isCancelled = true;
    }
    await checkRunning(simulation, fan);
  },
};

interface Due {
  readonly job: WaitingJob;
  readonly fan: Fan;
}

async function findDue({ harness, model }: Simulation): Promise<Due | null> {
  for (const job of await harness.queue.list()) {
    const fan = model.fans.find(({ person }) => person.id === job.payload['userId']);
    if (job.name === 'renew-membership' && job.isDue && fan) return { job, fan };
  }
  return null;
}

/** Time passes until somebody's renewal falls due; mostly somebody's whose later price is another than the site's own. */
async function waitForDue(simulation: Simulation): Promise<Due | null> {
  const { harness, random } = simulation;
  const now = harness.world.clock.now().getTime();
  const due: { at: Date; isCheap: boolean }[] = [];
  for (const site of Object.keys(harness.schemas) as SiteName[]) {
    const { rows } = await harness.owner.query<{ at: Date; isCheap: boolean }>(
      `select next_billing_at as at, recurring_minor < 1999 as "isCheap" from ${harness.schemas[site]}.subscriptions s
       where next_billing_at < $1 and recurring_minor > 0 and not exists (
         select 1 from ${harness.schemas[site]}.subscription_series x where x.subscription_id = s.id and x.state = 'billing'
           and x.provider_ref is not null)
       order by next_billing_at`,
      [new Date(now + 35 * dayMs)],
    );
    due.push(...rows);
  }
  if (due.length === 0) return null;
  const cheap = due.filter(({ isCheap }) => isCheap);
  const { at } = random.pick(cheap.length > 0 && random.chance(0.7) ? cheap : due);
  await passTime(simulation, Math.max(3_600_000, at.getTime() - now + 60_000));
  return findDue(simulation);
}

/**
 * Has the fan act while one of the transactions of what goes on has all but ended, mostly the first after a provider was asked
 * for money: that one goes on when what the fan does is done, or waits for it.
 */
function meeting(
  { harness, random }: Simulation,
  act: () => Promise<Reply>,
): { faults: EventFaults; other: () => Promise<Reply> } {
  // Begun from here, it is no part of the transaction that it meets.
  const { promise: begins, resolve: begin } = Promise.withResolvers<void>();
  let isDone = false;
  const acting = begins.then(act).finally(() => (isDone = true));
  const isWaiting = async (): Promise<boolean> => {
    const { rowCount } = await harness.owner.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return (rowCount ?? 0) > 0;
  };
  const { books, sticky, ccbill } = harness.world.twin;
  const countCharges = () => books.charges.size + sticky.orders().length + ccbill.sales().length;
  const [asked, nth] = [countCharges(), random.chance(0.7) ? null : random.between(1, 4)];
  const isMet = (unit: number): boolean => (nth === null ? countCharges() > asked : unit === nth);
  const other = async (): Promise<void> => {
    begin();
    while (!isDone && !(await isWaiting())) await sleep(2);
  };
  return {
    faults: { ...noFaults, interruption: { how: 'meets', isMet, other } },
    async other() {
      begin();
      return acting;
    },
  };
}
