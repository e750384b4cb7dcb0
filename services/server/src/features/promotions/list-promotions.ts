import { DomainError, type AnswerOf, type BodyOf } from '@backlot/contracts';
import type {
  PromotionFilters,
  PromotionReport,
  promotionReports as reportsCall,
  PromotionType,
  promotionUsers as usersCall,
  PromotionView,
} from '@backlot/contracts/promotions';
import type { TenantDb } from '@backlot/database';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import { runningPromotion } from '@backlot/domain/money/offered-promotion';
import { contentManagerMay } from '@backlot/domain/routes/access';
import type { Settings } from '@backlot/domain/settings';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { paginationOf } from '../../pagination.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findPeople } from '../accounts/index.ts';
import { presentReport, presentRunning } from './present-promotion.ts';
import { findCounted, listCounted, listUses, type PromotionPayment } from './promotion-reports.ts';
import { listOpen, promotionOf } from './promotion-rows.ts';

/** For staff, who may have changed it this moment in another process: from the rows. */
export async function currentPromotion(
  ctx: AppContext,
  tenant: Tenant,
  type: PromotionType,
  now: Date,
): Promise<PromotionView | null> {
  const { timezone } = await ctx.settings.of(tenant);
  const open = await ctx.database.tenants.read(tenant, listOpen);
  const running = runningPromotion(open.map(promotionOf), type, now);
  return running && presentRunning(running, timezone, now);
}

/** @throws access-denied */
export async function promotionReports(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  body: BodyOf<typeof reportsCall>,
  now: Date,
): Promise<AnswerOf<typeof reportsCall>['data']> {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  const page = body.pageNum ?? 1;
  const { rows, total } = await ctx.database.tenants.read(tenant, (db) =>
    listCounted(db, filtersOf(body, slice(page)), now),
  );
  return {
    promotionList: rows.map((row) => presentReport(row, settings, now)),
    paginationData: paginationOf(page, total, adminListLimit),
    currency: settings.currency,
  };
}

/** The same rows for a file. */
export const promotionReportsOf = async (
  db: TenantDb,
  settings: Pick<Settings, 'timezone' | 'currency'>,
  filters: PromotionFilters,
  place: Place,
  now: Date,
): Promise<PromotionReport[]> =>
  (await listCounted(db, filtersOf(filters, place), now)).rows.map((row) => presentReport(row, settings, now));

const filtersOf = ({ promotion_type: type = 'all', state = 'all' }: PromotionFilters, place: Place) => ({
  type,
  state,
  ...place,
});

interface Place {
  readonly limit: number;
  readonly offset: number;
}

/** @throws access-denied, not-found */
export async function promotionUsers(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  body: BodyOf<typeof usersCall>,
  now: Date,
): Promise<AnswerOf<typeof usersCall>['data']> {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  const page = body.pageNum ?? 1;
  return ctx.database.tenants.read(tenant, async (db) => {
    const promotion = await findCounted(db, body.promotion_id);
    if (promotion === null) throw new DomainError('not-found');
    const { rows, total } = await listUses(db, promotion.id, slice(page));
    const people = await findPeople(db, [...new Set(rows.map(({ userId }) => userId))]);
    const titles = await titlesOf(db, ctx, rows);
    return {
      promotion: presentReport(promotion, settings, now),
      uses: rows.map((row) => presentUse(row, people.get(row.userId), titles)),
      paginationData: paginationOf(page, total, adminListLimit),
      currency: settings.currency,
    };
  });
}

/** By id, of the things that were bought. */
async function titlesOf(
  db: TenantDb,
  { sells }: AppContext,
  uses: readonly PromotionPayment[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(uses.flatMap(({ contentId }) => contentId ?? []))];
  const kind = uses.find(({ contentId }) => contentId !== null)?.kind;
  return (kind === undefined ? undefined : await sells.find(kind)?.present.titles?.(db, ids)) ?? new Map();
}

function presentUse(
  use: PromotionPayment,
  person: { name: string; email: string } | undefined,
  titles: ReadonlyMap<string, string>,
) {
  const { contentId } = use;
  return {
    _id: use.id,
    user: { _id: use.userId, name: person?.name ?? '', email: person?.email ?? '' },
    date: use.at.toISOString(),
    kind: use.kind === 'renewal' || use.kind === 'post' ? (use.kind as 'renewal' | 'post') : ('membership' as const),
    post: contentId === null ? null : { _id: contentId, title: titles.get(contentId) ?? '' },
    state: use.state === 'succeeded' ? ('succeeded' as const) : ('pending' as const),
    amount: toWire(use.leftMinor),
    currency: use.currency,
    saved_amount: toWire(use.savedMinor),
  };
}

/** What promotions brought in is a report. */
function requireReports(actor: Actor, settings: Settings): void {
  if (actor.role === 'content_manager' && !contentManagerMay('reports', settings))
    throw new DomainError('access-denied');
}

const slice = (page: number) => ({ limit: adminListLimit, offset: (page - 1) * adminListLimit });
