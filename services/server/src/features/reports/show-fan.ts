import { DomainError, type Answer } from '@backlot/contracts';
import type { PurchaseLimit, showFan as showFanCall } from '@backlot/contracts/reports';
import { minorOf, toWire } from '@backlot/domain/money/money';
import type { Settings } from '@backlot/domain/settings';
import type { TenantDb } from '@backlot/database';
import { giveComplimentary } from '@backlot/contracts/complimentary';
import { askToMigrate } from '@backlot/contracts/migration';
import { acceptPhotoId, type FanRow } from '@backlot/contracts/staff';
import { adminListLimit } from '@backlot/domain/limits';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { pagesOf, paginationOf } from '../../pagination.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { boughtToday, purchaseLimitOf } from '../checkout/index.ts';
import { countMembershipEvents, findMigrationChoice, listMembershipEvents } from '../memberships/index.ts';
import { requireReports } from '../staff/index.ts';
import { fanFiltersOf, fansOf } from './list-fans.ts';

/** One fan of this site, or whoever bought here, with a page of their membership's history, at most the last one. @throws `access-denied`, `not-found` */
export async function showFan(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  userId: string,
  { page, now }: { page: number; now: Date },
): Promise<Answer<typeof showFanCall>['data']> {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  return ctx.database.tenants.read(tenant, async (db) => {
    const filters = { ...fanFiltersOf({}, settings, now), userId };
    const [fan] = await fansOf(db, actor, settings, filters, { limit: 1, offset: 0 });
    if (!fan) throw new DomainError('not-found');
    const limit = adminListLimit;
    const totalRows = await countMembershipEvents(db, userId);
    const currentPage = Math.min(page, pagesOf(totalRows, limit));
    const events = await listMembershipEvents(db, userId, { limit, offset: (currentPage - 1) * limit });
    return {
      fan,
      membership: events.map(({ kind, at, ends_at: endsAt }) => ({
        kind,
        at: at.toISOString(),
        ends_at: endsAt?.toISOString() ?? null,
      })),
      paginationData: paginationOf(currentPage, totalRows, limit),
      purchase_limit: await limitOf(ctx, db, actor, settings, fan, now),
      complimentary: complimentaryOf(actor, fan),
      migration: await migrationOf(ctx, db, actor, settings, fan, now),
    };
  });
}

const mayGive = ({ role }: Actor): boolean =>
  giveComplimentary.access.kind === 'roles' && giveComplimentary.access.roles.includes(role);

/** A gift is no use beside a membership that is paid for every month, nor for whoever became staff. */
function complimentaryOf(actor: Actor, fan: FanRow): 'give' | 'extend' | null {
  if (!mayGive(actor)) return null;
  if (fan.has_complimentary_subscription) return 'extend';
  return fan.ccbill_subscription_status === '2' ? null : 'give';
}

const mayLift = ({ role }: Actor): boolean =>
  acceptPhotoId.access.kind === 'roles' && acceptPhotoId.access.roles.includes(role);

async function limitOf(
  ctx: AppContext,
  db: TenantDb,
  actor: Actor,
  settings: Settings,
  fan: FanRow,
  now: Date,
): Promise<PurchaseLimit | null> {
  if (minorOf(settings.transaction_limit_without_photo_id) === 0 || !mayLift(actor)) return null;
  const isPhotoIdAccepted = fan.is_photo_id_accepted === true;
  const limit = await purchaseLimitOf(db, settings, { userId: fan._id, isPhotoIdAccepted });
  return {
    amount: limit === null ? settings.transaction_limit_without_photo_id : toWire(limit),
    bought: toWire(await boughtToday(db, ctx.sells, fan._id, now)),
    is_lifted: isPhotoIdAccepted,
  };
}

const mayAsk = ({ role }: Actor): boolean =>
  askToMigrate.access.kind === 'roles' && askToMigrate.access.roles.includes(role);

async function migrationOf(
  ctx: AppContext,
  db: TenantDb,
  actor: Actor,
  settings: Settings,
  fan: FanRow,
  now: Date,
): Promise<Answer<typeof showFanCall>['data']['migration']> {
  const choice = mayAsk(actor) ? await findMigrationChoice(ctx, db, settings, { userId: fan._id, now }) : null;
  return choice && { migration_subscription: choice.isAsked, is_shown: choice.isShown };
}
