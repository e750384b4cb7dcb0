import type { TenantDb } from '@backlot/database';
import { seesEarnings } from '@backlot/domain/capabilities';
import { asPerson, type Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { countOwners, heldContent, ownedContent } from '../ledger/index.ts';
import { usesOfMedia, type MediaUse } from '../posts/index.ts';

/** Who and what has a hold on a file. */
export interface Holding {
  readonly uses: readonly MediaUse[];
  /** Posts that show it now or will at their time. */
  readonly shownIn: number;
  /** Fans who own it through any purchase. */
  readonly soldTo: number;
  readonly buyersOf: ReadonlyMap<string, number>;
}

export const nothingHeld: Holding = { uses: [], shownIn: 0, soldTo: 0, buyersOf: new Map() };

/** What holds these files and how many fans own each: two statements, a third where buyers of each post are wanted. */
export async function holdingsOf(db: TenantDb, mediaIds: readonly string[], now: Date, { eachPost = false } = {}): Promise<ReadonlyMap<string, Holding>> {
  const uses = groupByMedia(await usesOfMedia(db, mediaIds, now));
  const owners = await countOwners(db, [...uses].map(([key, some]) => ({ key, contentIds: sellingPosts(some) })));
  const posts = eachPost ? [...new Set([...uses.values()].flatMap((some) => sellingPosts(some)))] : [];
  const buyersOf = await countOwners(db, posts.map((id) => ({ key: id, contentIds: [id] })));
  return new Map(mediaIds.map((id) => {
    const some = uses.get(id) ?? [];
    return [id, { uses: some, shownIn: some.filter(isShown).length, soldTo: owners.get(id) ?? 0, buyersOf }];
  }));
}

/** Files that some post still needs: one that was not removed, or one that is somebody's or about to be. */
export async function heldMedia(db: TenantDb, mediaIds: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const uses = await usesOfMedia(db, mediaIds, now);
  const removed = uses.filter(({ state }) => state === 'removed');
  const bought = await heldContent(db, [...new Set(removed.map(({ postId }) => postId))]);
  return new Set(uses.filter(({ state, postId }) => state !== 'removed' || bought.has(postId)).map(({ mediaId }) => mediaId));
}

/** The posts of each file that a fan owns. */
export async function ownedBy(db: TenantDb, userId: string, holdings: ReadonlyMap<string, Holding>): Promise<ReadonlySet<string>> {
  const owned = await ownedContent(db, userId, [...new Set([...holdings.values()].flatMap(({ uses }) => sellingPosts(uses)))]);
  return new Set([...holdings].filter(([, { uses }]) => sellingPosts(uses).some((id) => owned.has(id))).map(([id]) => id));
}

/** Everybody sees a preview: who bought its post did not buy it. */
export const sellingPosts = (uses: readonly MediaUse[]): string[] => uses.filter(({ isPreview }) => !isPreview).map(({ postId }) => postId);

/** How often something sold at a known price is what it earned. What is kept and what a fan owns is told to everybody who may sell. */
export const seesSales = async (ctx: AppContext, tenant: Tenant, actor: Actor): Promise<boolean> => seesEarnings(asPerson(actor, '0'), await ctx.settings.of(tenant));

const isShown = ({ state }: MediaUse): boolean => state !== 'removed' && state !== 'replaced';

function groupByMedia(uses: readonly MediaUse[]): Map<string, MediaUse[]> {
  const groups = new Map<string, MediaUse[]>();
  for (const use of uses) groups.set(use.mediaId, [...groups.get(use.mediaId) ?? [], use]);
  return groups;
}
