import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

/** A thing that came with several contents, for example a picture of several posts. */
export interface OwnedThing {
  readonly key: string;
  readonly contentIds: readonly string[];
}

/** How many people own each thing through any of its contents, in one statement; those that nobody owns are absent. */
export async function countOwners(
  db: TenantDb,
  kind: string,
  things: readonly OwnedThing[],
): Promise<ReadonlyMap<string, number>> {
  // The pictures of one content have the same owners: counted once, however many they are.
  const groups = new Map<string, string[]>();
  for (const { contentIds } of things) if (contentIds.length > 0) groups.set(groupOf(contentIds), [...contentIds]);
  if (groups.size === 0) return new Map();
  const pairs = [...groups].flatMap(([group, ids]) => ids.map((id) => [group, id] as const));
  const rows = await sql<{ group: string; owners: number }>`
    select p.thing as "group", count(distinct e.user_id)::int as owners
    from unnest(${pairs.map(([group]) => group)}::text[], ${pairs.map(([, id]) => id)}::uuid[]) as p (thing, content_id)
      join ${table('entitlements')} e on e.kind = ${kind} and e.content_id = p.content_id and e.revoked_at is null
    group by p.thing`.all(db);
  const owners = new Map(rows.map((row) => [row.group, row.owners]));
  return new Map(
    things.flatMap(({ key, contentIds }) => {
      const count = owners.get(groupOf(contentIds)) ?? 0;
      return count === 0 ? [] : [[key, count] as const];
    }),
  );
}

const groupOf = (ids: readonly string[]): string => [...new Set(ids)].sort().join(' ');

export interface Owner {
  readonly userId: string;
  readonly contentId: string;
  readonly since: Date;
}

/** Who owns any of these contents, each person once with the first of their purchases, the latest person first. */
export async function listOwners(
  db: TenantDb,
  kind: string,
  contentIds: readonly string[],
  limit: number,
  offset: number,
): Promise<{ owners: Owner[]; total: number }> {
  if (contentIds.length === 0) return { owners: [], total: 0 };
  const rows = await sql<Owner & { total: number }>`
    select *, count(*) over ()::int as total from (
      select distinct on (user_id) user_id as "userId", content_id as "contentId", granted_at as since
      from ${table('entitlements')} where kind = ${kind} and revoked_at is null and content_id = any (${contentIds}::uuid[])
      order by user_id, granted_at, id
    ) first order by since desc, "userId" limit ${limit} offset ${offset}`.all(db);
  return {
    owners: rows.map(({ userId, contentId, since }) => ({ userId, contentId, since })),
    total: rows[0]?.total ?? 0,
  };
}

/** Those of the contents that this person owns. */
export async function ownedContent(
  db: TenantDb,
  userId: string,
  kind: string,
  contentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (contentIds.length === 0) return new Set();
  const rows = await db('entitlements')
    .where({ user_id: userId, kind })
    .whereNull('revoked_at')
    .whereIn('content_id', [...contentIds])
    .select('content_id');
  return new Set(rows.map((row) => row.content_id));
}
