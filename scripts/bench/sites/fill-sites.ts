import { createHash } from 'node:crypto';
import type { Database, TenantRecord } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { benchVariants } from '@backlot/server/testing/fill-feed';

/** At the same time: making a schema keeps one process of Postgres busy. */
const lanes = 2;
const postsASite = 20;

/** The fan of a site and their session, which never ends: known without asking. */
export const fanOf = ({ id }: Pick<TenantRecord, 'id'>): { readonly userId: string; readonly sessionId: string } => ({
  userId: uuidOf(`fan of ${id}`),
  sessionId: uuidOf(`session of ${id}`),
});

const uuidOf = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Makes sites until there are so many, each with a fan and a feed. Goes on where an earlier run was stopped. */
export async function fillSites(
  database: Database,
  sites: number,
  report: (text: string) => void,
): Promise<{ readonly made: number; readonly seconds: number }> {
  const there = await database.listTenants();
  // Stopped between a site and its rows: only the newest can be without.
  const newest = there.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, 2 * lanes);
  for (const site of newest) if (!(await isFilled(database, site))) await fill(database, site);
  const since = performance.now();
  const names = new Set(there.map(({ slug }) => slug));
  const wanted = Array.from({ length: sites }, (_, n) => `site-${n + 1}`)
    .filter((slug) => !names.has(slug))
    .slice(0, Math.max(0, sites - there.length));
  let done = 0;
  const lane = async (queue: Iterator<string>): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      await fill(database, await database.provision({ slug: next.value, hosts: [`${next.value}.test`] }));
      done += 1;
      if (done % 50 === 0) report(`${done} of ${wanted.length} sites, ${secondsSince(since).toFixed(0)} s`);
    }
  };
  const queue = wanted.values();
  await Promise.all(Array.from({ length: lanes }, () => lane(queue)));
  return { made: wanted.length, seconds: secondsSince(since) };
}

const secondsSince = (since: number): number => (performance.now() - since) / 1_000;

const isFilled = (database: Database, site: TenantRecord): Promise<boolean> =>
  database.tenants.read(
    site,
    async (db) => (await sql<{ there: boolean }>`select exists (select from ${table('users')}) as there`.one(db)).there,
  );

/** A fan who is a member, and posts of one picture each, of which members alone see every second. */
const fill = (database: Database, site: TenantRecord): Promise<void> =>
  database.tenants.write(site, async (db) => {
    const { userId, sessionId } = fanOf(site);
    await sql`
      insert into ${table('users')} (id, email, email_key, name, role, password_hash, email_proved_at)
      values (${userId}, 'fan@bench.example', 'fan@bench.example', 'Fan', 'user', 'none', now())`.run(db);
    await sql`
      insert into ${table('sessions')} (id, user_id, expires_at)
      values (${sessionId}, ${userId}, now() + interval '10 years')`.run(db);
    await sql`
      insert into ${table('subscriptions')} (id, user_id, anchor_at, months, started_at, ends_at, initial_minor, recurring_minor,
        currency, status, status_until, updated_at)
      select md5('membership')::uuid, ${userId}, now(), 1, now(), until, 1999, 1999, 'USD', '2', until, now()
      from (select now() + interval '10 years' as until) t`.run(db);
    const numbers = sql`generate_series(1, ${postsASite}::integer) n`;
    await sql`
      insert into ${table('posts')}
        (id, title, caption, visibility, currency, private_blur, caption_blur, publish_at, photo_count, created_at)
      select md5('post ' || n)::uuid, '', 'Post ' || n || ' with a caption that is long enough to be cut off somewhere on a card.',
        case n % 2 when 0 then 'public' else 'private' end, 'USD', n % 2 = 1, false, now() - n * interval '1 hour', 1, now()
      from ${numbers}`.run(db);
    await sql`
      insert into ${table('media')} (id, kind, state, file_name, original_random, private_random, public_random, size, width,
        height, thumbhash, dominant_color, variants, created_at, received_at, settled_at)
      select md5('medium ' || n)::uuid, 'photo', 'ready', 'a.jpg', md5('o' || n), md5('p' || n), md5('q' || n), 900000, 1400,
        1400, '1QcSHQRnh493V4dIh4eXh1h4kJUI', '#888888', ${sql.json(benchVariants)}, now(), now(), now()
      from ${numbers}`.run(db);
    await sql`
      insert into ${table('post_media')} (post_id, media_id, position, is_preview)
      select md5('post ' || n)::uuid, md5('medium ' || n)::uuid, 0, false from ${numbers}`.run(db);
  });
