import type { TenantDb } from '@backlot/database';
import { seesEarnings } from '@backlot/domain/people/capabilities';
import { asPerson, type Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { MediaHolder, MediaUse } from '../../joints/media-holder.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { countOwners, ownedContent } from '../ledger/index.ts';
import { postKind } from '../posts/index.ts';

/** Who and what has a hold on a file. */
export interface Holding {
  readonly uses: readonly MediaUse[];
  /** What sold it, also as the same bytes uploaded before or again. */
  readonly soldIn: readonly MediaUse[];
  /** Posts that show it now or will at their time. */
  readonly shownIn: number;
  /** Fans who own it through any purchase. */
  readonly soldTo: number;
  readonly buyersOf: ReadonlyMap<string, number>;
}

export const nothingHeld: Holding = { uses: [], soldIn: [], shownIn: 0, soldTo: 0, buyersOf: new Map() };

/** What holds these files and how many fans own each: a statement a holder and one more, a third where buyers of each post are wanted. */
export async function holdingsOf(
  holders: readonly MediaHolder[],
  db: TenantDb,
  mediaIds: readonly string[],
  now: Date,
  { eachPost = false } = {},
): Promise<ReadonlyMap<string, Holding>> {
  const all = groupByMedia(await usesOf(holders, db, mediaIds, now, { withSameBytes: true }));
  const owners = await countOwners(
    db,
    postKind,
    [...all].map(([key, some]) => ({ key, contentIds: sellingPosts(some) })),
  );
  const posts = eachPost
    ? [...new Set([...all.values()].flatMap((some) => sellingPosts(some.filter(({ isItself }) => isItself))))]
    : [];
  const buyersOf = await countOwners(
    db,
    postKind,
    posts.map((id) => ({ key: id, contentIds: [id] })),
  );
  return new Map(
    mediaIds.map((id) => {
      const soldIn = all.get(id) ?? [];
      const uses = soldIn.filter(({ isItself }) => isItself);
      return [id, { uses, soldIn, shownIn: uses.filter(isShown).length, soldTo: owners.get(id) ?? 0, buyersOf }];
    }),
  );
}

/** Files that something still needs: what shows them was not removed, or is somebody's or about to be. */
export async function heldMedia(
  holders: readonly MediaHolder[],
  db: TenantDb,
  mediaIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const uses = await usesOf(holders, db, mediaIds, now);
  return new Set(uses.filter(({ isNeeded }) => isNeeded).map(({ mediaId }) => mediaId));
}

async function usesOf(
  holders: readonly MediaHolder[],
  ...asked: Parameters<MediaHolder['uses']>
): Promise<readonly MediaUse[]> {
  const uses: MediaUse[] = [];
  for (const holder of holders) uses.push(...(await holder.uses(...asked)));
  return uses;
}

/** The files that a fan owns. */
export async function ownedBy(
  db: TenantDb,
  userId: string,
  holdings: ReadonlyMap<string, Holding>,
): Promise<ReadonlySet<string>> {
  const owned = await ownedContent(db, userId, postKind, [
    ...new Set([...holdings.values()].flatMap(({ soldIn }) => sellingPosts(soldIn))),
  ]);
  return new Set(
    [...holdings].filter(([, { soldIn }]) => sellingPosts(soldIn).some((id) => owned.has(id))).map(([id]) => id),
  );
}

/** Everybody sees a preview: who bought its post did not buy it. */
export const sellingPosts = (uses: readonly MediaUse[]): string[] =>
  uses.filter(({ holder, isPreview }) => holder === 'posts' && !isPreview).map(({ id }) => id);

/** How often something sold at a known price is what it earned. What is kept and what a fan owns is told to everybody who may sell. */
export const seesSales = async (ctx: AppContext, tenant: Tenant, actor: Actor): Promise<boolean> =>
  seesEarnings(asPerson(actor, '0'), await ctx.settings.of(tenant));

const isShown = ({ holder, state }: MediaUse): boolean =>
  holder === 'posts' && state !== 'removed' && state !== 'replaced';

function groupByMedia(uses: readonly MediaUse[]): Map<string, MediaUse[]> {
  const groups = new Map<string, MediaUse[]>();
  for (const use of uses) groups.set(use.mediaId, [...(groups.get(use.mediaId) ?? []), use]);
  return groups;
}
