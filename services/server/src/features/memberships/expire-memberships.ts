import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { refusedRequest, renewalLapseMs } from '@backlot/domain/memberships/decline-class';
import { dayMs } from '@backlot/domain/formats/when';
import { follow } from '@backlot/domain/memberships/life-cycle';
import { scheduledJob } from '../../jobs/job.ts';
import { drivenByProvider } from './series/series-rows.ts';
import { addEvent } from './subscription-events.ts';
import { changeSubscription, subscriptionOf, type SubscriptionRow } from './subscription-rows.ts';
import { tellMembership } from './tell-membership.ts';

const SLICE = 200;

/**
 * Tells of memberships that have ended, and gives up renewals that have not come in all the time that they are waited for.
 * Nobody's access waits for it: reading decides by the rule. In slices, so that a day with many endings holds nothing up.
 */
export const expireMembershipsJob = scheduledJob({
  name: 'expire-memberships',
  schedule: '*/5 * * * *',
  isDue: ({ now }) => sql`(
    exists (select from ${table('subscriptions')} where status <> '0' and status_until <= ${now})
    or exists (select from ${table('subscriptions')} s where ${isLapsedAt(now)}))`,
  async run({ ctx, tenant }) {
    const now = ctx.clock.now();
    for (const slice of [expireSlice, lapseSlice]) {
      while ((await ctx.database.tenants.write(tenant, (db) => slice(db, now))) === SLICE) {
        /* the next slice */
      }
    }
  },
});

/**
 * As `isLapsed` has it, by the columns of `s`. A series that its provider drives is waited for over its next charge: one
 * webhook that was lost must not end what goes on being paid.
 */
const isLapsedAt = (now: Date): Sql => sql`
  s.ends_at <= ${new Date(now.getTime() - renewalLapseMs)} and s.ended_at is null and s.cancelled_at is null
    and not s.is_complimentary and not s.renewal_open
    and (s.failed_renewals > 0 or s.ends_at <= ${new Date(now.getTime() - untoldLapseMs)} or not ${drivenByProvider(sql`s.id`)})`;

/** A week beyond the longest period of a provider's. */
const untoldLapseMs = 38 * dayMs;

async function expireSlice(db: TenantDb, now: Date): Promise<number> {
  const ended = await db('subscriptions')
    .whereNot({ status: '0' })
    .where('status_until', '<=', now)
    .orderBy('status_until')
    .limit(SLICE)
    .forUpdate()
    .skipLocked();
  for (const row of ended) {
    const [expired] = await db('subscriptions')
      .where({ id: row.id })
      .update({ status: '0', status_until: null, version: row.version + 1, updated_at: now })
      .returning('*');
    await addEvent(db, expired!, now, { kind: 'expired' });
    await tellMembership(db, expired!);
  }
  return ended.length;
}

async function lapseSlice(db: TenantDb, now: Date): Promise<number> {
  const waiting = await sql<SubscriptionRow>`
    select s.* from ${table('subscriptions')} s where ${isLapsedAt(now)}
    order by s.ends_at limit ${SLICE} for update of s skip locked`.all(db);
  for (const row of waiting) {
    const change = follow(subscriptionOf(row), { kind: 'lapse' }, now);
    if (!change.ok) throw new Error(`Membership ${row.id} does not lapse: ${change.reason}.`);
    const undeclined = row.rebill_failed_at === null ? { rebill_decline_reason: refusedRequest } : {};
    await tellMembership(
      db,
      await changeSubscription(db, row, change.subscription, now, { kind: 'expired' }, undeclined),
    );
  }
  return waiting.length;
}
