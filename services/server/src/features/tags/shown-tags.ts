import { mayCreatePosts } from '@backlot/domain/people/capabilities';
import type { Database } from '@backlot/database';
import { asPerson, type Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { BoundedMemory } from '../../memory/bounded-memory.ts';
import { tenantKey, type Tenant, type TenantKey } from '../../sites/tenant.ts';
import { atMost } from '../../tries/at-most.ts';
import { listTags, type CountedTag } from './tag-rows.ts';

/** Milliseconds that the tags on a first page are believed: with those of a guest's page, less than the second within which a change is seen. */
const BELIEVED_MS = 400;

/** Of each database: two in one process may have a tenant of the same id. */
const believedOf = new WeakMap<Database, BoundedMemory<TenantKey, Promise<CountedTag[]>>>();

/**
 * Tags as somebody may know of them: makers of posts see all, others those that lead to something. The name of one that
 * stands on nothing yet may tell what is to come.
 */
export async function shownTags(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  now: Date,
): Promise<CountedTag[]> {
  return forViewer(await ctx.database.tenants.read(tenant, (db) => listTags(db, ctx.tagged, now)), actor);
}

/** As `shownTags`, for a page that many open: a moment old. Makers of posts see what is. */
export async function tagsOfPage(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  now: Date,
): Promise<CountedTag[]> {
  if (isMaker(actor)) return shownTags(ctx, tenant, actor, now);
  const believed = believedOf.get(ctx.database) ?? new BoundedMemory('tags', { ...atMost(2_000), ttl: BELIEVED_MS });
  believedOf.set(ctx.database, believed);
  const key = tenantKey(tenant, 'tags');
  const known = believed.get(key) ?? ctx.database.tenants.read(tenant, (db) => listTags(db, ctx.tagged, now));
  believed.set(key, known, { noUpdateTTL: true });
  known.catch(() => believed.delete(key));
  return forViewer(await known, actor);
}

const forViewer = (tags: readonly CountedTag[], actor: Actor | null): CountedTag[] =>
  tags.filter(({ count }) => count > 0 || isMaker(actor));

const isMaker = (actor: Actor | null): boolean => actor !== null && mayCreatePosts(asPerson(actor, '0'));
