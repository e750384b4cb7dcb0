import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { openItemsOf } from './open-items-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
  await changeSettings(world, { is_crypto_payment_enabled: true });
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const { buyer, reported, attemptsOf, statusOf, itemOf, settle, isOpenTo } = openItemsOf(() => world);
const { mailsTo, cancel } = membershipsOf(() => world);

const backMails = async (fan: TestPerson) =>
  (await mailsTo(fan)).filter(({ subject }) => /^(Your refund of|About your payment of)/.test(subject));
const refund = async (id: string, over: object = {}) => {
  const answer = await world.call('POST /api/reports/refund', {
    as: world.people.luna.admin,
    body: { id, amount: 9, currency: 'USD', reason: 'Asked for', ...over },
  });
  expect(answer.status).toBe(200);
  await world.settle();
};

describe('money that went back is told by mail, once', () => {
  it('of a part: how much, and to the card; nothing closed', async () => {
    const { fan, attempt, post } = await buyer();
    await refund(attempt.intent, { amount: 4 });
    const [mail, ...more] = await backMails(fan);
    expect([more, await isOpenTo(fan, post)]).toEqual([[], true]);
    expect(mail!.subject).toBe('Your refund of $4.00');
    expect(mail!.text).toContain('We have refunded $4.00 to the card you paid with.');
    expect(mail!.text).toContain('/contact-us');
    expect(mail!.text).not.toContain('locked');
  });

  it('of the whole: which post is locked again; news of the same refund from the provider sends no other', async () => {
    const { fan, attempt } = await buyer();
    await refund(attempt.intent);
    expect((await backMails(fan)).map(({ text }) => text.includes('the post is locked again'))).toEqual([true]);
    await reported(attempt, { type: 'refund' });
    await world.runJobs();
    expect(await backMails(fan)).toHaveLength(1);
  });

  it('where staff keep it open, nothing is said to have closed', async () => {
    const { fan, attempt } = await buyer();
    await refund(attempt.intent, { keeps_access: true });
    expect((await backMails(fan)).map(({ text }) => text.includes('locked'))).toEqual([false]);
  });

  it('of a membership: that it has ended', async () => {
    const { fan } = await buyer();
    const paid = (await attemptsOf(fan)).find(({ kind }) => kind === 'membership')!;
    await refund(paid.intent, { amount: 19.99 });
    expect(await statusOf(fan)).toBe('0');
    const [mail, ...more] = await backMails(fan);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Your refund of $19.99' });
    expect(mail!.text).toContain('your membership, which has therefore ended');
  });

  it('into the wallet: that it is there', async () => {
    const { fan, attempt } = await buyer();
    await refund(attempt.intent, { to_wallet: true });
    const [mail, ...more] = await backMails(fan);
    expect(more).toEqual([]);
    expect(mail!.text).toContain('We have refunded $9.00 to your wallet.');
    expect(mail!.text).toContain('/profile/wallet');
  });

  it('paid by hand: that it came past the card, and not before it was paid', async () => {
    const { fan, attempt } = await buyer();
    await world.faults({ kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 });
    await refund(attempt.intent);
    expect(await backMails(fan)).toEqual([]);
    const { _id: id } = (await itemOf(fan))!;
    await settle({ id, decision: 'paid_by_hand', evidence: 'Bank transfer 12' });
    await world.runJobs();
    expect((await backMails(fan)).map(({ text }) => text.includes('directly, outside of your card'))).toEqual([true]);
  });
});

const cancelled = async (fan: TestPerson) => {
  expect((await cancel(fan)).status).toBe(200);
};
const ended = async (fan: TestPerson) => {
  await world.database.tenants.write(fan.tenant, (db) =>
    db('subscriptions').where({ user_id: fan.id }).update({ ended_at: world.clock.now() }),
  );
};

describe('a chargeback is told by mail, once', () => {
  it('of a membership: what the bank returned, what ended because of it, and whom to ask', async () => {
    const { fan } = await buyer();
    const paid = (await attemptsOf(fan)).find(({ kind }) => kind === 'membership')!;
    const event = { type: 'chargeback', amountMinor: 1999, externalId: 'bank-1' } as const;
    await reported(paid, event);
    await reported(paid, event);
    await world.runJobs();
    const [mail, ...more] = await backMails(fan);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('About your payment of $19.99');
    for (const part of ['Your bank has returned $19.99', 'which has therefore ended', 'can no longer be used here'])
      expect(mail!.text).toContain(part);
    expect(mail!.text).toContain('/contact-us');
  });

  it('of a part of it: the membership runs on, and is not renewed', async () => {
    const { fan } = await buyer();
    const paid = (await attemptsOf(fan)).find(({ kind }) => kind === 'membership')!;
    await reported(paid, { type: 'chargeback', amountMinor: 500 });
    await world.runJobs();
    const [mail] = await backMails(fan);
    expect(mail!.text).toContain('Your membership will not renew.');
    expect(mail!.text).not.toContain('has ended');
  });

  it('of a membership that the fan had cancelled, or that is over: nothing is said to have stopped', async () => {
    for (const over of [cancelled, ended]) {
      const { fan } = await buyer();
      const paid = (await attemptsOf(fan)).find(({ kind }) => kind === 'membership')!;
      await over(fan);
      await reported(paid, { type: 'chargeback', amountMinor: 500 });
      await world.runJobs();
      const mail = (await backMails(fan)).at(-1);
      expect(mail!.text).toContain('Your bank has returned $5.00');
      expect(mail!.text).not.toContain('will not renew');
      expect(mail!.text).not.toContain('has ended');
    }
  });
});
