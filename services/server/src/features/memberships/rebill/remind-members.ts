import type { TenantDb } from '@backlot/database';
import { monthDays } from '@backlot/domain/memberships/provider-days';
import { sql, table } from '@backlot/database/sql';
import { dueReminder, longestReminderMs, type Reminder } from '@backlot/domain/memberships/reminders';
import type { Settings } from '@backlot/domain/settings';
import { scheduledJob } from '../../../jobs/job.ts';
import { mailLater } from '../../../mail/mail-later.ts';
import { amountsOf, type PaidAmount } from '../../ledger/index.ts';
import { drivenByProvider } from '../series/series-rows.ts';
import { inSlices, isChargedWithin, positionAfter, sliceOf, type Position } from './in-slices.ts';
import { addReminder } from './reminder-rows.ts';

/** C14: before a price rises, and before each renewal where the site has set it. In slices, each member once a charge. */
export const remindMembersJob = scheduledJob({
  name: 'remind-members',
  schedule: '17 * * * *',
  isDue: ({ now }) => isChargedWithin(now, longestReminderMs),
  async run({ ctx, tenant }) {
    const now = ctx.clock.now();
    const settings = await ctx.settings.of(tenant);
    await inSlices(ctx, tenant, (db, after) => remindSlice(db, settings, now, after));
  },
});

interface Coming {
  readonly id: string;
  readonly userId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** What the period that runs cost where no payment says it: the first one's price, or nothing. */
  readonly priceMinor: number;
  readonly transactionId: string | null;
  readonly recurringMinor: number;
  readonly currency: string;
  readonly isByProvider: boolean;
}

/** Where the next slice goes on; null at the end. */
async function remindSlice(
  db: TenantDb,
  settings: Settings,
  now: Date,
  after: Position | null,
): Promise<Position | null> {
  const coming = await listComing(db, now, after);
  const paid = await amountsOf(
    db,
    coming.flatMap(({ transactionId }) => transactionId ?? []),
  );
  for (const one of coming) {
    const { startsAt, endsAt, recurringMinor: nextMinor } = one;
    const paidMinor = one.transactionId === null ? one.priceMinor : paidIn(one.currency, paid.get(one.transactionId));
    const reminder = dueReminder({ startsAt, endsAt, paidMinor, nextMinor }, settings, now);
    if (reminder !== null) await remind(db, one, reminder, paidMinor, now);
  }
  return positionAfter(coming);
}

const paidIn = (currency: string, paid: PaidAmount | undefined): number | null =>
  paid?.currency === currency ? paid.amountMinor : null;

/** Memberships whose next charge comes soon, with the period that runs, unless they were reminded of it. */
const listComing = (db: TenantDb, now: Date, after: Position | null): Promise<Coming[]> =>
  sql<Coming>`
    select s.id, s.user_id as "userId", p.starts_at as "startsAt", s.ends_at as "endsAt",
      case when p.starts_at = s.started_at then s.initial_minor else 0 end as "priceMinor", p.transaction_id as "transactionId",
      s.recurring_minor as "recurringMinor", s.currency, ${drivenByProvider(sql`s.id`)} as "isByProvider"
    from ${table('subscriptions')} s join ${table('subscription_periods')} p
      on p.subscription_id = s.id and p.ends_at = s.ends_at and p.cut_at is null
    where s.next_billing_at > ${now} and s.next_billing_at <= ${new Date(now.getTime() + longestReminderMs)}
      and s.next_billing_at = s.ends_at and s.recurring_minor > 0
      ${after === null ? sql.empty : sql`and (s.next_billing_at, s.id) > (${after.at}, ${after.id}::uuid)`}
      and not exists (select 1 from ${table('subscription_reminders')} r
        where r.subscription_id = s.id and r.period_end = s.ends_at and r.kind <> 'at_risk')
    order by s.next_billing_at, s.id limit ${sliceOf}`.all(db);

async function remind(db: TenantDb, one: Coming, kind: Reminder, paidMinor: number | null, now: Date): Promise<void> {
  if (!(await addReminder(db, { subscriptionId: one.id, kind, periodEnd: one.endsAt }, now))) return;
  await mailLater(db, kind === 'price_change' ? 'price-change' : 'renewal-soon', one.userId, {
    at: one.endsAt.toISOString(),
    amountMinor: one.recurringMinor,
    wasMinor: paidMinor,
    currency: one.currency,
    // C13: as it is charged; the site itself goes by calendar months.
    days: one.isByProvider ? monthDays : null,
  });
}
