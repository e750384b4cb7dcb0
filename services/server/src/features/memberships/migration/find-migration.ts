import type { TenantDb } from '@backlot/database';
import { dayMs } from '@backlot/domain/formats/when';
import { isMigrationAsked } from '@backlot/domain/memberships/migration';
import type { Settings } from '@backlot/domain/settings';
import { providerDayAfter } from '@backlot/domain/memberships/provider-days';
import { renewed } from '@backlot/domain/memberships/subscription';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { isAccountLeft, renewingZone } from '../../checkout/index.ts';
import { findBillingSeries } from '../series/series-rows.ts';
import { findSubscription, subscriptionOf, type SubscriptionRow } from '../subscription-rows.ts';

/** A membership that goes on with the account that the site uses now. */
export interface Migration {
  readonly row: SubscriptionRow;
  /** Until when the payment lasts: one period after the end of what is paid for. */
  readonly until: Date;
  /** Days from now to the next charge of a provider that makes them by itself: it counts whole ones, and must not come too early. */
  readonly firstDays: number;
  /** When cards are charged next: at `until`, or as that provider counts. */
  readonly cardNextAt: Date;
}

/**
 * The membership of somebody who is to be asked to go on with another account; null for everybody else. One statement for
 * who is not asked, two more for who may be.
 */
export async function findMigration(
  ctx: AppContext,
  db: TenantDb,
  settings: Settings,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<Migration | null> {
  const row = await findSubscription(db, userId);
  if (row === null || row.currency !== settings.currency) return null;
  const subscription = subscriptionOf(row);
  if (!isMigrationAsked({ subscription, isAsked: row.migration_asked }, settings, now)) return null;
  if (!(await isChargedByLeftAccount(ctx, db, settings, row, now))) return null;
  const until = new Date(renewed(subscription, now).endsAt!);
  const firstDays = Math.ceil((until.getTime() - now.getTime()) / dayMs) + 1;
  const providerZone = renewingZone(ctx, settings);
  const cardNextAt = providerZone === null ? until : providerDayAfter(now, firstDays, providerZone, settings.timezone);
  return { row, until, firstDays, cardNextAt };
}

async function isChargedByLeftAccount(
  ctx: AppContext,
  db: TenantDb,
  settings: Settings,
  row: SubscriptionRow,
  now: Date,
): Promise<boolean> {
  const series = await findBillingSeries(db, row.id);
  if (series === null || series.account_id === null) return false;
  // A provider that charges by itself does so about now: what was paid beside it would have to go back.
  if (series.provider_ref !== null && row.ends_at!.getTime() - now.getTime() < dayMs) return false;
  return isAccountLeft(ctx, db, settings, series.account_id);
}

/** What staff have said of a member who may be asked, and whether the question is shown now; null where there is nothing to ask. */
export async function findMigrationChoice(
  ctx: AppContext,
  db: TenantDb,
  settings: Settings,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<{ readonly isAsked: boolean | null; readonly isShown: boolean } | null> {
  const row = await findSubscription(db, userId);
  if (row === null || row.currency !== settings.currency) return null;
  const subscription = subscriptionOf(row);
  if (!isMigrationAsked({ subscription, isAsked: true }, settings, now)) return null;
  if (!(await isChargedByLeftAccount(ctx, db, settings, row, now))) return null;
  const { migration_asked: isAsked } = row;
  return { isAsked, isShown: isMigrationAsked({ subscription, isAsked }, settings, now) };
}

/** Names the price and the dates: when anything of it moves, the id does. */
export const migrationQuoteId = (ctx: AppContext, tenant: Tenant, { row, until }: Migration): string =>
  ctx.secrets.hmac(
    'membership quote',
    JSON.stringify([tenant.id, 'migration', row.id, row.recurring_minor, row.currency, until.getTime()]),
  );
