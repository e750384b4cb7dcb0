import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import { recordStatements } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solve } from '../../src/testing/human.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

interface Line {
  readonly last4: string;
  readonly amount: number;
  readonly day: string;
}
const ask = (body: object, options: { from?: string; headers?: Record<string, string> } = {}, where = world) =>
  where.call('POST /api/charges/explain', { on: 'luna', body, ...options });

/** Mails about charges that somebody got. */
async function mailsTo({ email }: TestPerson, where = world) {
  await where.runJobs();
  const mails = await new Mailbox(join(where.dataDir, 'mailbox')).list(1000);
  return mails.filter(({ to, subject }) => to === email && subject.startsWith('About the charge of'));
}

let amounts = 2000;
/** A member who bought a post for an amount of nobody else, and what their statement says. */
async function payer(): Promise<{ fan: TestPerson; line: Line }> {
  const fan = await world.member();
  amounts += 11;
  await world.buy(fan, await world.post('luna', amounts), { amount: amounts / 100 });
  return { fan, line: { last4: '4242', amount: amounts / 100, day: '2026-03-11' } };
}

describe('a charge that somebody finds in a statement', () => {
  it('is told by mail to the account that paid it, with what it was for', async () => {
    const { fan, line } = await payer();
    const { status, body } = await ask(line);
    expect(status).toBe(200);
    expect(body.data).toBeNull();
    const [mail, another] = await mailsTo(fan);
    expect(another).toBeUndefined();
    expect(mail!.subject).toBe(`About the charge of $${line.amount.toFixed(2)}`);
    for (const part of ['You bought “A post”.', 'Card: ···· 4242', 'If this was not you'])
      expect(mail!.text).toContain(part);
    // White label.
    expect(mail!.text).not.toMatch(/backlot/i);
  });

  it.each([
    ['the same for a card that was never used', { last4: '9999' }],
    ['the same for another amount', { amount: 3.33 }],
    ['the same for a day long after it', { day: '2026-03-19' }],
    ['the same for a day before it', { day: '2026-03-08' }],
  ])('is answered %s, and nobody is written to', async (_, other) => {
    const { fan, line } = await payer();
    const known = await ask(line);
    expect(await mailsTo(fan)).toHaveLength(1);
    const unknown = await ask({ ...line, ...other });
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...known.body, requestId: '' });
    expect(unknown.status).toBe(known.status);
    expect(await mailsTo(fan)).toHaveLength(1);
  });

  it('is found by the digits that the card had when it paid, also where it is shown with others since', async () => {
    const { fan, line } = await payer();
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('payment_instruments').where({ user_id: fan.id }).update({ last4: '4243' }),
    );
    await ask(line);
    expect(await mailsTo(fan)).toHaveLength(1);
  });

  it('does nothing before it is answered, so that the time tells nothing either', async () => {
    const { line } = await payer();
    const statementsOf = async (body: Line) => {
      const recorder = recordStatements();
      await ask(body);
      return (
        recorder
          .stop()
          // The world's own clock may hand in a job of its own meanwhile.
          .filter(({ text, values }) => /payment_/.test(text) || values[0] === 'explain-charge')
          .map(({ text }) => text)
      );
    };
    const known = await statementsOf(line);
    expect(known).toHaveLength(1);
    expect(known).toEqual(await statementsOf({ ...line, last4: '9999' }));
    expect(known.join()).not.toContain('payment_');
    await world.runJobs();
  });

  it('is found a week before the statement’s day and not earlier, and no refused charge is one', async () => {
    const { fan, line } = await payer();
    await ask({ ...line, day: '2026-03-17' });
    expect(await mailsTo(fan)).toHaveLength(1);
    await ask({ ...line, day: '2026-03-18' });
    expect(await mailsTo(fan)).toHaveLength(1);
    const refused = await world.fresh();
    await world.subscribe(refused, { number: card.declined });
    await ask({ last4: '0002', amount: 19.99, day: '2026-03-10' });
    expect(await mailsTo(refused)).toHaveLength(0);
  });

  it('of another site is no charge of this one', async () => {
    const fan = await world.member('mars', card.needsAttentionLater);
    await ask({ last4: '2230', amount: 19.99, day: '2026-03-10' });
    expect(await mailsTo(fan)).toHaveLength(0);
  });

  it.each([
    { last4: '424' },
    { last4: '42424' },
    { amount: -1 },
    { amount: 'ten' },
    { day: '10.03.2026' },
    { day: '2026-02-31' },
  ])('is not asked for by %j', async (wrong) => {
    const { status } = await ask({ last4: '4242', amount: 9, day: '2026-03-10', ...wrong });
    expect(status).toBe(400);
  });
});

describe('who asks often', () => {
  let strict: MoneyWorld;
  beforeAll(async () => {
    strict = await createMoneyWorld({ env: { THROTTLE: 'on' } });
  });
  afterAll(() => strict.close());
  const line = (n: number): Line => ({ last4: String(1000 + n), amount: 9, day: '2026-03-10' });
  const codes = async (count: number, ofTry: (n: number) => ReturnType<typeof ask>) => {
    const found: string[] = [];
    for (let n = 0; n < count; n += 1) found.push((await ofTry(n)).body.code ?? 'asked');
    return found;
  };

  it('from one address is checked, and goes on with the check’s result', async () => {
    const from = '198.51.100.7';
    const tried = await codes(7, (n) => ask(line(n), { from }, strict));
    expect(tried.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'asked'));
    expect(tried.slice(5)).toEqual(['human-check', 'human-check']);
    const refused = await ask(line(7), { from }, strict);
    const human_check = await solve(refused.body.challenge);
    strict.clock.advance(60_000);
    expect((await ask({ ...line(7), human_check }, { from }, strict)).status).toBe(200);
  });

  it('from one browser is checked, whatever address it comes from', async () => {
    const headers = { 'x-device-id': '3f0c1a52-6c7e-4f0e-9a43-0d6f4d8c1b11' };
    const tried = await codes(6, (n) => ask(line(20 + n), { from: `203.0.113.${n + 1}`, headers }, strict));
    expect(tried.at(-1)).toBe('human-check');
    expect(tried.slice(0, 5)).not.toContain('human-check');
  });

  it('about one charge is checked, whoever asks, and its payer gets three mails at most', async () => {
    const fan = await strict.member('luna');
    const asked = { last4: '4242', amount: 19.99, day: '2026-03-10' };
    const tried = await codes(4, (n) => {
      strict.clock.advance(1_000);
      return ask(asked, { from: `203.0.113.${n + 50}` }, strict);
    });
    expect(tried).toEqual(['asked', 'asked', 'asked', 'human-check']);
    strict.clock.advance(3_600_000);
    await ask(asked, { from: '203.0.113.80' }, strict);
    expect(await mailsTo(fan, strict)).toHaveLength(3);
  });
});
