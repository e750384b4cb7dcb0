import { withOwner } from '@backlot/database/owner';
import { sql, table } from '@backlot/database/sql';
import { postTransaction } from '../features/ledger/index.ts';
import { insertMembership } from './posting.ts';
import type { SiteName, World } from './world.ts';
import { v7 } from 'uuid';

/** Different pictures and films: enough that a page finds none of them in another page's memory. */
const POOL = 20_000;
const SLICE = 5_000;

type Db = Parameters<Parameters<World['database']['tenants']['write']>[1]>[0];

/**
 * Brings a site's feed to this many posts that stand in it, oldest added last: each with one or two pictures or films, a
 * third public, private and for sale, every tenth published again. The fan is a member and owns a tenth as many posts,
 * half of them in an earlier version.
 */
export async function fillFeed(world: World, site: SiteName, posts: number): Promise<void> {
  const fan = world.people[site].fan.id;
  const now = world.clock.now();
  const write = <R>(work: (db: Db) => Promise<R>): Promise<R> =>
    world.database.tenants.write(world.tenants[site], work);
  const before = await write((db) => countCurrent(db));
  if (before === 0) {
    await write((db) => insertMembership(db, fan, now, new Date(now.getTime() + 30 * 86_400_000)));
    for (let from = 0; from < POOL; from += SLICE) await write((db) => fillMedia(db, from, from + SLICE - 1, now));
  }
  for (let from = before; from < posts; from += SLICE)
    await write((db) => fillPosts(db, from, Math.min(from + SLICE, posts) - 1, now));
  await write((db) => fillPurchases(db, fan, posts / 10, now));
  await vacuum(world, site);
}

const countCurrent = async (db: Db): Promise<number> =>
  Number((await db('posts').whereNull('replaced_at').count({ count: '*' }).first())?.['count'] ?? 0);

/** Posts by number, and of every tenth an earlier version at its own earlier time. */
async function fillPosts(db: Db, from: number, to: number, now: Date): Promise<void> {
  await sql`
    with numbered as (
      select n, gen_random_uuid() as id, gen_random_uuid() as earlier, (array['public', 'private', 'locked'])[1 + n % 3] as visibility, (n % 5 = 0)::int as films,
        ${now}::timestamptz - n * interval '1 minute' as at from generate_series(${from}::int, ${to}::int) n
    ), versions as (
      select n, earlier as id, null::uuid as reuse_of, visibility, films, at - interval '30 days' as publish_at, at as replaced_at from numbered where n % 10 = 3
      union all
      select n, id, case when n % 10 = 3 then earlier end, visibility, films, at, null from numbered
    ), made as (
      insert into ${table('posts')} (id, caption, visibility, amount_minor, currency, private_blur, caption_blur, publish_at, photo_count, video_count, created_at, likes_count, comments_count, reuse_of, replaced_at)
      select id, 'Post ' || n || ' with a caption that is long enough to be cut off somewhere on a card.', visibility, case when visibility = 'locked' then 1500 end, 'USD', true, false,
        publish_at, 1 + n % 2 - films, films, ${now}::timestamptz, n % 50, n % 7, reuse_of, replaced_at from versions order by replaced_at is null
    )
    insert into ${table('post_media')} (post_id, media_id, position, is_preview)
    select v.id, m.id, place, false from versions v, generate_series(0, v.n % 2) place join ${table('media')} m on true
    where m.id = md5('m' || ((v.n * 2 + place) % ${POOL}::int))::uuid`.run(db);
}

/** Sizes of a picture, for rows without files. */
export const benchVariants = [
  ...[320, 640, 960, 1280].map((width) => ({
    name: `w${width}`,
    width,
    height: width,
    contentType: 'image/webp',
    bytes: 40_000,
  })),
  { name: 'jpeg960', width: 960, height: 960, contentType: 'image/jpeg', bytes: 90_000 },
  { name: 'thumb', width: 160, height: 160, contentType: 'image/webp', bytes: 3_000 },
  { name: 'blur', width: 480, height: 480, contentType: 'image/webp', bytes: 2_000 },
];
const film = { renditions: [], mp4: null, sprite: null };

/** The pool's media, named by their numbers. */
async function fillMedia(db: Db, from: number, to: number, now: Date): Promise<void> {
  await sql`
    insert into ${table('media')} (id, kind, state, file_name, original_random, private_random, public_random, size, sha256, width, height, thumbhash, dominant_color, variants,
      created_at, received_at, settled_at, duration_ms, film)
    select md5('m' || n)::uuid, case when n % 10 = 0 then 'video' else 'photo' end, 'ready', 'a.jpg', md5(n || 'o'), md5(n || 'a'), md5(n || 'b'), n, md5('d' || n), 1400, 1400,
      '1QcSHQRnh493V4dIh4eXh1h4kJUI', '#888888', ${sql.json(benchVariants)}, now.at, now.at, now.at, case when n % 10 = 0 then 61000 end, case when n % 10 = 0 then ${sql.json(film)} end
    from generate_series(${from}::int, ${to}::int) n, (select ${now}::timestamptz as at) now`.run(db);
}

/** Half of them earlier versions that were replaced since. */
async function fillPurchases(db: Db, fan: string, count: number, now: Date): Promise<void> {
  const transactionId = await postTransaction(db, {
    kind: 'sale',
    cause: { type: 'attempt', id: v7() },
    userId: fan,
    currency: 'USD',
    at: now,
    entries: [
      { account: { kind: 'provider_clearing', detail: 'sandbox' }, amountMinor: 2000 },
      { account: { kind: 'post_revenue' }, amountMinor: -2000 },
    ],
  });
  for (const condition of [sql`replaced_at is not null`, sql`replaced_at is null and reuse_of is null`]) {
    await sql`
      insert into ${table('entitlements')} (id, user_id, kind, content_id, cause_transaction_id, granted_at)
      select gen_random_uuid(), ${fan}, 'post', id, ${transactionId}, publish_at from ${table('posts')}
      where ${condition} and serial % 2 = 0 order by publish_at desc limit ${count / 2} on conflict do nothing`.run(db);
  }
}

/** As the server's own autovacuum leaves a table that has not just been filled. */
async function vacuum(world: World, site: SiteName): Promise<void> {
  const schema = `tenant_${world.tenants[site].id}`;
  await withOwner(world.databaseUrl, async (owner) => {
    for (const name of ['posts', 'media', 'post_media', 'entitlements'])
      await owner.query(`vacuum analyze "${schema}"."${name}"`);
  });
}
