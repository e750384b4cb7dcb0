import { dayMs } from '@backlot/domain/formats/when';
import { evidenceDays } from '@backlot/domain/money/dispute-window';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { forgetOldSessionsJob } from '../../src/features/accounts/login/forget-sessions.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { withoutTable } from '../../src/testing/schema-before.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';
import { evidenceOn, instant, line } from './evidence-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const { buyer } = openItemsOf(() => world);
const { evidenceOf } = evidenceOn(() => world);

const receiptsOf = (person: TestPerson) =>
  world.database.tenants.read(person.tenant, (db) =>
    db('sent_receipts as s')
      .join(db.table('payment_intents as i'), 'i.id', 's.intent_id')
      .where('i.user_id', person.id)
      .orderBy('s.sent_at')
      .select('i.kind', 's.sent_at', 's.address'),
  );

describe('the receipt of a purchase', () => {
  it('C12 is told in the evidence with when it was mailed and to where, also after the address changed', async () => {
    const fan = await world.member();
    await world.settle();
    const sentAt = world.clock.now();
    world.clock.advance(3_600_000);
    await world.buy(fan, await world.post('luna'));
    await world.settle();
    expect(await receiptsOf(fan)).toEqual([
      { kind: 'membership', sent_at: sentAt, address: fan.email },
      { kind: 'post', sent_at: world.clock.now(), address: fan.email },
    ]);
    await world.database.tenants.write(fan.tenant, (db) =>
      db('users').where({ id: fan.id }).update({ email: 'changed@site.example' }),
    );
    const text = await evidenceOf(fan, 'membership');
    expect([line(text, 'Receipt mailed'), line(text, 'Mailed to')]).toEqual([instant(sentAt), fan.email]);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Whether it reached the mailbox is not recorded.');
  });

  it('C12 is forgotten when the payment can be disputed no more', async () => {
    const fan = await world.member();
    await world.settle();
    const forget = () =>
      forgetOldSessionsJob.run({ ctx: world.ctx, tenant: fan.tenant, payload: {}, attempt: 1, log: world.ctx.log });
    world.clock.advance(evidenceDays * dayMs);
    await forget();
    expect(await receiptsOf(fan)).toHaveLength(1);
    world.clock.advance(1);
    await forget();
    expect(await receiptsOf(fan)).toEqual([]);
  });

  it('is not noted where none was mailed: to an account that gave its address away', async () => {
    const fan = await world.member();
    await world.database.tenants.write(fan.tenant, (db) =>
      db('users').where({ id: fan.id }).update({ former_email_key: fan.email }),
    );
    await world.settle();
    expect(await receiptsOf(fan)).toEqual([]);
    expect(line(await evidenceOf(fan, 'membership'), 'Receipt mailed')).toBe('not recorded');
  });

  it('is mailed once where there is no table to note it in yet', async () => {
    // A mailbox keeps one of an id, however often it is sent.
    const send = vi.spyOn(world.ctx.mailer, 'send');
    const { fan, text } = await withoutTable(world.databaseUrl, world.tenants.luna, 'sent_receipts', async () => {
      const bought = await buyer();
      return { ...bought, text: await evidenceOf(bought.fan, 'post') };
    });
    expect(line(text, 'Receipt mailed')).toBe('not recorded');
    await world.runJobs({ includingFuture: true });
    const sent = send.mock.calls
      .map(([mail]) => mail)
      .filter(({ to, subject }) => to === fan.email && /eceipt/.test(subject));
    send.mockRestore();
    expect(sent).toHaveLength(2);
    expect(await receiptsOf(fan)).toEqual([]);
  });
});
