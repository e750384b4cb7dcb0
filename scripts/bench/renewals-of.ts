import { withOwner } from '@backlot/database/owner';
import { renewMembershipsJob } from '@backlot/server/features/memberships/renew-memberships';
import { createMoneyWorld, type MoneyWorld } from '@backlot/server/testing/money-world';
import type { TestPerson } from '@backlot/server/testing/people';
import type { RenewalsSeen } from './renewals.ts';
import { v7 } from 'uuid';
import { rowsWrittenBy } from './same-rows.ts';

// Prints what it saw of as many due memberships as its argument says.

const days = 86_400_000;
const renewedForRate = 500;
const copiesAtOnce = 200;
/** Members who joined by themselves. */
const members = 2;

const world = await createMoneyWorld();
try {
  process.stdout.write(JSON.stringify(await see(Number(process.argv[2]))));
} finally {
  await world.close();
}

async function see(memberships: number): Promise<RenewalsSeen> {
  await copyMember(world, memberships);
  await world.runJobs();
  world.clock.advance(31 * days);
  globalThis.gc?.();
  const peak = watchMemory();
  const tenant = world.tenants.luna;
  let from = performance.now();
  await renewMembershipsJob.run({ ctx: world.ctx, tenant, payload: {}, attempt: 1, log: world.ctx.log });
  const handedOut = (memberships * 1_000) / (performance.now() - from);
  await keepJobs(renewedForRate);
  from = performance.now();
  await world.runJobs();
  const renewed = (renewedForRate * 1_000) / (performance.now() - from);
  const peakBytes = peak();
  const charges = (await world.charged()).size;
  if (charges !== renewedForRate + members)
    throw new Error(`${charges} charges for ${renewedForRate} renewals and ${members} sales.`);
  return { peakBytes, handedOut, renewed };
}

/** As many members, copies of one with all rows that a membership has. */
async function copyMember({ databaseUrl, tenants, fresh, subscribe }: MoneyWorld, memberships: number): Promise<void> {
  const schema = `tenant_${tenants.luna.id}`;
  const join = async (): Promise<TestPerson> => {
    const fan = await fresh();
    const { status } = await subscribe(fan);
    if (status !== 200) throw new Error(`A membership answered ${status}.`);
    return fan;
  };
  // A site's first sale opens its accounts.
  await join();
  let model: TestPerson | undefined;
  const same = await rowsWrittenBy(
    databaseUrl,
    [schema],
    async () => {
      model = await join();
    },
    { without: ['webhook_deliveries'] },
  );
  const { id, email } = model!;
  await withOwner(databaseUrl, async (owner) => {
    // The books' triggers were tested elsewhere.
    await owner.query('set session_replication_role = replica');
    for (let made = members; made < memberships; made += copiesAtOnce) {
      const copies = Array.from({ length: Math.min(copiesAtOnce, memberships - made) }, (_, n) => {
        return new Map([
          [id, v7()],
          [email, `copy-${made + n}@fans.example`],
        ]);
      });
      await owner.query(same.text, [...same.valuesOfMany(copies)]);
    }
    await owner.query(`analyze`);
  });
}

/** Leaves as many of the renewals in the queue. */
function keepJobs(kept: number): Promise<unknown> {
  return withOwner(world.databaseUrl, (owner) =>
    owner.query(
      `delete from graphile_worker._private_jobs where id in (
         select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = 'renew-membership' order by j.id offset $1)`,
      [kept],
    ),
  );
}

/** The most that this process holds from now until it is asked, in bytes. */
function watchMemory(): () => number {
  let most = process.memoryUsage.rss();
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  return () => {
    clearInterval(timer);
    return Math.max(most, process.memoryUsage.rss());
  };
}
