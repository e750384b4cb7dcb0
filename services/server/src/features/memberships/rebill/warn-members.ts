import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { reminderFrom } from '@backlot/domain/memberships/reminders';
import { renewalRisk, riskFromMs } from '@backlot/domain/memberships/renewal-risk';
import { scheduledJob } from '../../../jobs/job.ts';
import { mailLater } from '../../../mail/mail-later.ts';
import { listChargedMeans, type ChargedMeans } from '../../checkout/index.ts';
import { drivenByProvider } from '../series/series-rows.ts';
import { addReminder } from './reminder-rows.ts';

const SLICE = 500;

/**
 * Writes to members whose next renewal will fail as things stand, a week before it: who does not visit sees no notice on
 * the site. In slices, each member once a charge.
 */
export const warnMembersJob = scheduledJob({
  name: 'warn-members',
  schedule: '41 */6 * * *',
  async run({ ctx, tenant }) {
    const now = ctx.clock.now();
    let last: Position | null = null;
    do last = await ctx.database.tenants.write(tenant, (db) => warnSlice(db, now, last));
    while (last !== null);
  },
});

interface Position {
  readonly at: Date;
  readonly id: string;
}

interface Coming {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly recurringMinor: number;
  readonly currency: string;
}

/** Where the next slice goes on; null at the end. */
async function warnSlice(db: TenantDb, now: Date, after: Position | null): Promise<Position | null> {
  const coming = await listComing(db, now, after);
  const means = await listChargedMeans(db, coming);
  for (const one of coming)
    if (now.getTime() >= reminderFrom(one)) await warn(db, one, means.get(one.userId) ?? noMeans, now);
  const last = coming.at(-1);
  return last && coming.length === SLICE ? { at: last.endsAt, id: last.id } : null;
}

const noMeans: ChargedMeans = { walletMinor: null, card: null };

async function warn(db: TenantDb, one: Coming, { walletMinor, card }: ChargedMeans, now: Date): Promise<void> {
  const risk = renewalRisk(
    {
      nextBillingAt: one.endsAt,
      notifiedAt: null,
      card,
      ...(walletMinor === null ? {} : { wallet: { covers: walletMinor >= one.recurringMinor } }),
    },
    now,
  );
  if (risk === null) return;
  if (!(await addReminder(db, { subscriptionId: one.id, kind: 'at_risk', periodEnd: one.endsAt }, now))) return;
  await mailLater(db, 'renewal-at-risk', one.userId, {
    reason: risk.reason,
    at: risk.at.toISOString(),
    amountMinor: one.recurringMinor,
    currency: one.currency,
    last4: risk.last4,
  });
}

/** Memberships that we charge within a week, unless their members were written to. */
const listComing = (db: TenantDb, now: Date, after: Position | null): Promise<Coming[]> =>
  sql<Coming>`
    select s.id, s.user_id as "userId", s.account_id as "accountId", p.starts_at as "startsAt", s.ends_at as "endsAt",
      s.recurring_minor as "recurringMinor", s.currency
    from ${table('subscriptions')} s join ${table('subscription_periods')} p
      on p.subscription_id = s.id and p.ends_at = s.ends_at and p.cut_at is null
    where s.next_billing_at > ${now} and s.next_billing_at <= ${new Date(now.getTime() + riskFromMs)}
      and s.next_billing_at = s.ends_at and s.recurring_minor > 0 and s.account_id is not null
      ${after === null ? sql.empty : sql`and (s.next_billing_at, s.id) > (${after.at}, ${after.id}::uuid)`}
      and not ${drivenByProvider(sql`s.id`)}
      and not exists (select 1 from ${table('subscription_reminders')} r
        where r.subscription_id = s.id and r.period_end = s.ends_at and r.kind = 'at_risk')
    order by s.next_billing_at, s.id limit ${SLICE}`.all(db);
