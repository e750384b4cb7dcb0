import { sql, table } from '@backlot/database/sql';
import { dayMs } from '@backlot/domain/formats/when';
import { evidenceDays } from '@backlot/domain/money/dispute-window';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetOldSessionsJob } from '../../src/features/accounts/login/forget-sessions.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { withoutTable } from '../../src/testing/schema-before.ts';
import { evidenceOn, instant } from './evidence-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const { evidenceOf } = evidenceOn(() => world);

/** Somebody logged in now, from an address, with a session that is soon over. */
async function logIn(person: TestPerson, address: string, times = 1): Promise<void> {
  const now = world.clock.now();
  await world.database.tenants.write(person.tenant, async (db) => {
    for (let n = 0; n < times; n += 1)
      await db('sessions').insert({
        id: v7(),
        user_id: person.id,
        created_at: now,
        expires_at: new Date(now.getTime() + dayMs),
        address,
        user_agent: 'Entering/1.0',
      });
  });
}
/** What is kept of the log-ins from an address: as sessions, and apart from them. */
const keptFrom = (person: TestPerson, address: string) =>
  world.database.tenants.read(person.tenant, async (db) => ({
    sessions: (await db('sessions').where({ user_id: person.id, address })).length,
    logIns: await db('log_ins').where({ user_id: person.id, address }).select('at', 'address', 'user_agent'),
  }));
const forget = (tenant = world.tenants.luna) =>
  forgetOldSessionsJob.run({ ctx: world.ctx, tenant, payload: {}, attempt: 1, log: world.ctx.log });

describe('C12 a log-in of somebody who has paid', () => {
  it('outlives its session, as long as a payment may be disputed; of others nothing is left', async () => {
    const [payer, other] = [await world.member(), await world.fresh()];
    await world.settle();
    const at = world.clock.now();
    for (const person of [payer, other]) await logIn(person, '198.51.100.1');
    world.clock.advance(31 * dayMs);
    await forget();
    expect(await keptFrom(payer, '198.51.100.1')).toEqual({ sessions: 1, logIns: [] });
    world.clock.advance(1);
    await forget(world.tenants.mars);
    expect(await keptFrom(payer, '198.51.100.1')).toEqual({ sessions: 1, logIns: [] });
    await forget();
    const expected = { at, address: '198.51.100.1', user_agent: 'Entering/1.0' };
    expect(await keptFrom(payer, '198.51.100.1')).toEqual({ sessions: 0, logIns: [expected] });
    expect(await keptFrom(other, '198.51.100.1')).toEqual({ sessions: 0, logIns: [] });
    world.clock.set(new Date(at.getTime() + evidenceDays * dayMs));
    await forget();
    expect((await keptFrom(payer, '198.51.100.1')).logIns).toEqual([expected]);
    world.clock.advance(1);
    await forget();
    expect((await keptFrom(payer, '198.51.100.1')).logIns).toEqual([]);
  });

  it('is told in the evidence beside those whose session is there still', async () => {
    const fan = await world.member();
    await world.settle();
    const first = world.clock.now();
    await logIn(fan, '198.51.100.2');
    world.clock.advance(40 * dayMs);
    await forget();
    await logIn(fan, '198.51.100.3');
    const text = await evidenceOf(fan, 'membership');
    expect(text).toContain(instant(first));
    expect(text.indexOf('198.51.100.2')).toBeGreaterThan(0);
    expect(text.indexOf('198.51.100.3')).toBeGreaterThan(text.indexOf('198.51.100.2'));
    // The first is of the world's own calls.
    const lines = text.split('\n');
    expect(lines[lines.indexOf('Log-ins since the order') + 1]).toBe('3 on record');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('A log-in is kept for 485 days');
  });

  it('is kept by the thousand', async () => {
    const fan = await world.member();
    await world.database.tenants.write(fan.tenant, (db) =>
      sql`
        insert into ${table('sessions')} (id, user_id, created_at, expires_at, address)
        select gen_random_uuid(), ${fan.id}, ${world.clock.now()}, ${world.clock.now()}, '198.51.100.4'
        from generate_series(1, 1001)`.run(db),
    );
    world.clock.advance(40 * dayMs);
    await forget();
    const { sessions, logIns } = await keptFrom(fan, '198.51.100.4');
    expect([sessions, logIns.length]).toEqual([0, 1001]);
  });

  it('waits in its session where the table is not there yet, and the evidence tells of it', async () => {
    const fan = await world.member();
    await world.settle();
    await logIn(fan, '198.51.100.5');
    world.clock.advance(40 * dayMs);
    const text = await withoutTable(world.databaseUrl, world.tenants.luna, 'log_ins', async () => {
      await forget();
      return evidenceOf(fan, 'membership');
    });
    expect(text).toContain('198.51.100.5');
    expect(await keptFrom(fan, '198.51.100.5')).toEqual({ sessions: 1, logIns: [] });
    await forget();
    expect(await keptFrom(fan, '198.51.100.5')).toMatchObject({ sessions: 0, logIns: [{ address: '198.51.100.5' }] });
  });
});
