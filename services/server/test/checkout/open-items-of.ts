import type { ReversalEvent } from '@backlot/payments';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { applyWebhookJob } from '../../src/features/checkout/webhooks/apply-webhook.ts';
import { renewMembershipsJob } from '../../src/features/memberships/renew-memberships.ts';
import type { MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

/** What tests of open items and reversals ask and do, on luna. */
export function openItemsOf(world: () => MoneyWorld) {
  const luna = () => world().tenants.luna;

  const items = async (kind?: string) =>
    (
      await world().call('GET /api/reports/open-items', {
        as: world().people.luna.admin,
        query: kind ? { kind } : {},
      })
    ).body.data.items as Array<{
      _id: string;
      amount: number;
      user: { _id: string };
      reason: string;
      expected: object;
    }>;
  const itemOf = async (fan: TestPerson, kind?: string) => (await items(kind)).find(({ user }) => user._id === fan.id);
  const settle = (body: object, as: TestPerson = world().people.luna.admin) =>
    world().call('POST /api/reports/open-items/settle', { as, body });

  const attemptsOf = (fan: TestPerson) =>
    world().database.tenants.read(luna(), (db) =>
      db('payment_attempts as a')
        .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
        .where('i.user_id', fan.id)
        .orderBy('a.started_at')
        .select('a.*', 'i.kind as kind', 'i.state as intent_state', 'i.id as intent'),
    );
  const reversalsOf = (attemptId: string) =>
    world().database.tenants.read(luna(), (db) =>
      db('payment_reversals').where({ attempt_id: attemptId }).orderBy('created_at').orderBy('id'),
    );
  const statusOf = async (fan: TestPerson) =>
    (await world().call('GET /api/users/me', { as: fan })).body.data.ccbillSubscriptionStatus as string;
  const isOpenTo = async (fan: TestPerson, post: string) =>
    (await world().call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data.purchased ===
    true;

  /** A fan with a post bought, and the attempt that paid for it. */
  async function buyer() {
    const fan = await world().member();
    const post = await world().post('luna');
    await world().buy(fan, post);
    await world().settle();
    const attempt = (await attemptsOf(fan)).find(({ kind }) => kind === 'post')!;
    return { fan, post, attempt };
  }

  /** Applies a reversal that the provider reports, as the job of its webhook does. */
  const reported = (
    attempt: { id: string; account_id: string; provider_ref: string | null },
    event: Partial<ReversalEvent>,
  ) =>
    applyWebhookJob.run({
      ctx: world().ctx,
      tenant: luna(),
      attempt: 1,
      log: world().ctx.log,
      payload: {
        deliveryId: v7(),
        accountId: attempt.account_id,
        events: [
          {
            externalId: v7(),
            type: 'refund',
            about: { reference: attempt.id, providerRef: attempt.provider_ref! },
            amountMinor: 900,
            currency: 'USD',
            occurredAt: world().clock.now().toISOString(),
            ...event,
          },
        ],
      },
    });

  /** The books balance, and nobody got back more than was taken. */
  async function expectBounds(): Promise<void> {
    await world().booked();
    const over = await world().database.tenants.read(luna(), (db) =>
      db
        .raw<{ rows: unknown[] }>(
          `select a.id from ?? a join ?? r on r.attempt_id = a.id and r.state = 'succeeded'
           group by a.id having sum(r.amount_minor) > max(a.taken_minor) or bool_or(r.currency <> a.taken_currency)`,
          [db.table('payment_attempts'), db.table('payment_reversals')],
        )
        .then(({ rows }) => rows),
    );
    expect(over).toEqual([]);
  }

  /** An hour after what was paid for ended: the renewal is due, and the grace lasts. */
  async function toRenewal(fan: TestPerson): Promise<void> {
    const row = await world().database.tenants.read(luna(), (db) =>
      db('subscriptions').where({ user_id: fan.id }).first(),
    );
    world().clock.set(new Date(row!.ends_at!.getTime() + 3_600_000));
  }

  /** The renewals that are due, as their jobs make them. */
  async function renew(): Promise<void> {
    await renewMembershipsJob.run({ ctx: world().ctx, tenant: luna(), payload: {}, attempt: 1, log: world().ctx.log });
    await world().runJobs();
  }

  return {
    luna,
    items,
    itemOf,
    settle,
    attemptsOf,
    reversalsOf,
    statusOf,
    isOpenTo,
    buyer,
    reported,
    expectBounds,
    toRenewal,
    renew,
  };
}
