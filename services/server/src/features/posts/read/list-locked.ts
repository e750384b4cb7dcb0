import type { Answer, QueryOf } from '@backlot/contracts';
import type { LockedContent, lockedContents as lockedCall } from '@backlot/contracts/posts';
import { seesEarnings } from '@backlot/domain/people/capabilities';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import { asPerson, type Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { paginationOf } from '../../../pagination.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { salesOfContents, type ContentSales } from '../../checkout/index.ts';
import { postKind } from '../write/post-kind.ts';
import { listFeedRows } from './feed-rows.ts';
import { mediaOfCard, postViewerOf, presenterFor, type SeenPost, seePosts } from './visible-post.ts';
import { listForSale, versionsOf, type VersionRow } from './locked-rows.ts';
import { presentPost } from './present-post.ts';
import { firstOf } from '../version-rows.ts';

/** Posts for sale, each with its earlier versions (REUSE-33) and, for who may see earnings, what they sold: five statements. */
export async function listLocked(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  query: QueryOf<typeof lockedCall>,
  to: { now: Date; language: string },
): Promise<Answer<typeof lockedCall>['data']> {
  const settings = await ctx.settings.of(tenant);
  const limit = adminListLimit;
  const page = query.page_num ?? 1;
  // How often something sold at a known price is what it earned.
  const areSalesShown = seesEarnings(asPerson(actor, '0'), settings);
  const found = await ctx.database.tenants.read(tenant, async (db) => {
    const viewer = await postViewerOf(db, actor, to.now);
    const { ids, total } = await listForSale(db, { search: query.search ?? '', limit, offset: (page - 1) * limit });
    const posts = await seePosts(db, viewer, await listFeedRows(db, ids, viewer.userId), to.now, mediaOfCard);
    const versions = await versionsOf(
      db,
      posts.map(({ row }) => firstOf(row)),
    );
    const sales = areSalesShown
      ? await salesOfContents(
          db,
          postKind,
          versions.map(({ id }) => id),
        )
      : null;
    return { viewer, posts: ids.flatMap((id) => posts.find(({ row }) => row.id === id) ?? []), versions, sales, total };
  });
  const present = await presenterFor(ctx, tenant, found.viewer, to);
  return {
    contents: found.posts.map((seen) => ({
      post: presentPost(seen, present),
      ...grouped(seen, found.versions, found.sales),
    })),
    paginationData: paginationOf(page, found.total, limit),
    currency: settings.currency,
  };
}

type Sales = ReadonlyMap<string, ContentSales> | null;

function grouped({ row }: SeenPost, all: readonly VersionRow[], sales: Sales): Omit<LockedContent, 'post'> {
  const versions = all.filter((version) => firstOf(version) === firstOf(row) && version.amount_minor !== null);
  const sum = (of: (one: ContentSales) => number, some: readonly VersionRow[]): number =>
    some.reduce((total, { id }) => total + of(sales?.get(id) ?? none), 0);
  return {
    sold: sales === null ? null : sum(({ sold }) => sold, versions),
    // Money of another currency is told with its version alone.
    earnings:
      sales === null
        ? null
        : toWire(
            sum(
              ({ earnedMinor }) => earnedMinor,
              versions.filter(({ currency }) => currency === row.currency),
            ),
          ),
    versions: versions.map((version) => ({
      _id: version.id,
      serial: version.serial,
      date: version.publish_at.toISOString(),
      amount: toWire(version.amount_minor ?? 0),
      currency: version.currency,
      sold: sales === null ? null : (sales.get(version.id)?.sold ?? 0),
      earnings: sales === null ? null : toWire(sales.get(version.id)?.earnedMinor ?? 0),
      is_current: version.id === row.id,
      is_deleted: version.deleted_at !== null,
    })),
  };
}

const none: ContentSales = { sold: 0, earnedMinor: 0 };
