import { searchTermsOf } from '@backlot/database/search-terms';
import { DomainError, type BodyOf } from '@backlot/contracts';
import type { listMedia as listCall, LibraryMedia, LibraryMediaDetail } from '@backlot/contracts/library';
import { seesMediaSize } from '@backlot/domain/people/capabilities';
import { asPerson, type Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { pagesOf } from '../../pagination.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { openMediaSigner } from '../media/index.ts';
import { placeOf } from './categories.ts';
import { holdingsOf, nothingHeld, seesSales } from './holdings.ts';
import { listLibrary, listLibraryMedia, type LibraryPosition, type LibraryRow } from './library-rows.ts';
import { presentLibraryMedia, presentUses, type PresentMedia } from './present-media.ts';

/** Twelve rows of five. */
export const LIBRARY_PAGE = 60;

export interface For {
  readonly now: Date;
  readonly language: string;
}

/** One page of the library: five statements, whatever the page. @throws `not-found` for a category that is none, `invalid-request` */
export async function listMedia(ctx: AppContext, tenant: Tenant, actor: Actor, body: BodyOf<typeof listCall>, to: For) {
  const page = body.page ?? 1;
  const search = (body.search ?? '').trim();
  const terms = searchTermsOf(search);
  const found = await ctx.database.tenants.read(tenant, async (db) => {
    const category = await placeOf(db, body.category);
    const { rows, total } =
      // A search that holds no word finds nothing.
      search !== '' && terms.length === 0
        ? { rows: [], total: 0 }
        : await listLibrary(db, {
            kind: body.type === 'video' ? 'video' : body.type === 'image' || body.type === 'photo' ? 'photo' : null,
            category,
            terms,
            onlyReady: body.state === 'ready',
            limit: LIBRARY_PAGE,
            offset: body.after === undefined ? (page - 1) * LIBRARY_PAGE : 0,
            after: body.after === undefined ? null : markOf(body.after),
          });
    return {
      rows,
      total,
      holdings: await holdingsOf(
        ctx.mediaHolders,
        db,
        rows.map(({ id }) => id),
        to.now,
      ),
    };
  });
  const present = await presenterFor(ctx, tenant, actor, to);
  const last = found.rows.at(-1);
  return {
    data: found.rows.map((row) => presentLibraryMedia(row, found.holdings.get(row.id) ?? nothingHeld, present)),
    currentPage: page,
    totalPages: pagesOf(found.total, LIBRARY_PAGE),
    totalRows: found.total,
    next: last && found.rows.length === LIBRARY_PAGE ? `${last.created_at.getTime()}.${last.id}` : null,
  };
}

/** One file with its large addresses and its posts. @throws `not-found` */
export async function showMedia(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  id: string,
  to: For,
): Promise<LibraryMediaDetail> {
  const { row, holding } = await ctx.database.tenants.read(tenant, async (db) => {
    const [row] = await listLibraryMedia(db, [id]);
    if (!row) throw new DomainError('not-found');
    return {
      row,
      holding: (await holdingsOf(ctx.mediaHolders, db, [id], to.now, { eachPost: true })).get(id) ?? nothingHeld,
    };
  });
  const present = await presenterFor(ctx, tenant, actor, to);
  const addresses = present.signer.of(row, 'full');
  const sources = row.state === 'ready' ? addresses.sources() : [];
  const url = sources.at(-1)?.url ?? null;
  return {
    ...presentLibraryMedia(row, holding, present),
    ...addresses.film(),
    sources,
    url,
    video_poster: row.kind === 'video' ? url : null,
    uses: presentUses(holding, present.seesSales),
  };
}

/** Rows as the caller gets them. */
export async function presentAll(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  rows: readonly LibraryRow[],
  to: For,
): Promise<LibraryMedia[]> {
  const holdings = await ctx.database.tenants.read(tenant, (db) =>
    holdingsOf(
      ctx.mediaHolders,
      db,
      rows.map(({ id }) => id),
      to.now,
    ),
  );
  const present = await presenterFor(ctx, tenant, actor, to);
  return rows.map((row) => presentLibraryMedia(row, holdings.get(row.id) ?? nothingHeld, present));
}

const presenterFor = async (
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  { now, language }: For,
): Promise<PresentMedia> => ({
  signer: await openMediaSigner(ctx, tenant, actor.userId, now),
  language,
  seesSize: seesMediaSize(asPerson(actor, '0')),
  seesSales: await seesSales(ctx, tenant, actor),
});

/** @throws `invalid-request` for a marker that we did not give */
function markOf(marker: string): LibraryPosition {
  const [, ms, id] = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(marker) ?? [];
  if (ms === undefined || id === undefined) throw new DomainError('invalid-request');
  return { createdAt: new Date(Number(ms)), id };
}
