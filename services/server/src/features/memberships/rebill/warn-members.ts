import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { Settings } from '@backlot/domain/settings';
import { reminderFrom } from '@backlot/domain/memberships/reminders';
import { renewalRisk, riskFromMs } from '@backlot/domain/memberships/renewal-risk';
import type { AppContext } from '../../../context.ts';
import { scheduledJob } from '../../../jobs/job.ts';
import { mailLater } from '../../../mail/mail-later.ts';
import { cardTaking, isAccountLeft, listChargedMeans, type ChargedMeans } from '../../checkout/index.ts';
import { drivenByProvider } from '../series/series-rows.ts';
import { inSlices, isChargedWithin, positionAfter, sliceOf, type Position } from './in-slices.ts';
import { addReminder } from './reminder-rows.ts';

/**
 * Writes to members whose next renewal will fail as things stand, a week before it: who does not visit sees no notice on
 * the site. In slices, each member once a charge.
 */
export const warnMembersJob = scheduledJob({
  name: 'warn-members',
  schedule: '41 */6 * * *',
  isDue: ({ now }) => isChargedWithin(now, riskFromMs),
  async run({ ctx, tenant }) {
    const now = ctx.clock.now();
    const settings = await ctx.settings.of(tenant);
    await inSlices(ctx, tenant, (db, after) => warnSlice(ctx, db, { settings, now }, after));
  },
});

interface Coming {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly recurringMinor: number;
  readonly currency: string;
}

interface At {
  readonly settings: Settings;
  readonly now: Date;
}

/** Where the next slice goes on; null at the end. */
async function warnSlice(ctx: AppContext, db: TenantDb, at: At, after: Position | null): Promise<Position | null> {
  const coming = await listComing(db, at.now, after);
  const charged = await withoutLeft(ctx, db, at.settings, coming);
  const means = await listChargedMeans(db, charged);
  const canAddCard = cardTaking(ctx, at.settings)?.entry === 'field';
  for (const one of charged)
    if (at.now.getTime() >= reminderFrom(one))
      await warn(db, { ...one, canAddCard, means: means.get(one.userId) ?? noMeans }, at.now);
  return positionAfter(coming);
}

/** Whose account the site has left is asked to go on with another one: a card that is added now would not be charged. */
async function withoutLeft(
  ctx: AppContext,
  db: TenantDb,
  settings: Settings,
  coming: readonly Coming[],
): Promise<readonly Coming[]> {
  const left = new Set<string>();
  for (const accountId of new Set(coming.map((one) => one.accountId)))
    if (await isAccountLeft(ctx, db, settings, accountId)) left.add(accountId);
  return coming.filter(({ accountId }) => !left.has(accountId));
}

const noMeans: ChargedMeans = { walletMinor: null, card: null };

type Charged = Coming & { readonly canAddCard: boolean; readonly means: ChargedMeans };

async function warn(db: TenantDb, { means: { walletMinor, card }, ...one }: Charged, now: Date): Promise<void> {
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
    canAddCard: one.canAddCard ? 1 : 0,
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
    order by s.next_billing_at, s.id limit ${sliceOf}`.all(db);
