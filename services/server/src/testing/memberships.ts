import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import type { MoneyWorld } from './money-world.ts';
import type { TestPerson } from './people.ts';

/** What members do and see, and the clock's ticks. The world may be opened later than this is called. */
export function membershipsOf(open: () => MoneyWorld) {
  return {
    at: (iso: string): void => open().clock.set(new Date(iso)),
    meOf: async (person: TestPerson) => (await open().call('GET /api/users/me', { as: person })).body.data,
    cancel: (person: TestPerson, body: object = {}) =>
      open().call('POST /api/cancel-subscription', { as: person, body }),
    /** How many charges of a person brought money. */
    async chargesOf(person: TestPerson): Promise<number> {
      const rows = await open().database.tenants.read(person.tenant, (db) =>
        db('payment_attempts as a')
          .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
          .where('i.user_id', person.id)
          .where('a.state', 'succeeded')
          .select('a.id'),
      );
      return rows.length;
    },
    /** The payments that renewals asked for, also those that failed. */
    renewalsOf: (person: TestPerson) =>
      open().database.tenants.read(person.tenant, async (db) =>
        db('payment_intents').where({ user_id: person.id, kind: 'renewal' }).orderBy('created_at'),
      ),
    /** Who charged a person's membership, first to last. */
    seriesOf: (person: TestPerson) =>
      open().database.tenants.read(person.tenant, async (db) =>
        db('subscription_series')
          .whereIn('subscription_id', db('subscriptions').where({ user_id: person.id }).select('id'))
          .orderBy('started_at')
          .orderBy('id'),
      ),
    /** What a person's membership was made of, first to last. */
    periodsOf: (person: TestPerson) =>
      open().database.tenants.read(person.tenant, async (db) =>
        db('subscription_periods')
          .whereIn('subscription_id', db('subscriptions').where({ user_id: person.id }).select('id'))
          .orderBy('starts_at')
          .orderBy('id'),
      ),
    /** A tick of the schedules, and what it enqueues. */
    async tick(): Promise<void> {
      const { renewMembershipsJob } = await import('../features/memberships/renew-memberships.ts');
      const { expireMembershipsJob } = await import('../features/memberships/expire-memberships.ts');
      const world = open();
      for (const tenant of Object.values(world.tenants)) {
        for (const { run } of [renewMembershipsJob, expireMembershipsJob])
          await run({ ctx: world.ctx, tenant, payload: {}, attempt: 1, log: world.ctx.log });
      }
      await world.runJobs();
    },
    mailsTo: async (person: TestPerson) =>
      (await new Mailbox(join(open().dataDir, 'mailbox')).list(1000))
        .filter(({ to }) => to === person.email)
        .map(({ subject, text }) => ({ subject, text })),
  };
}
