import { withOwner } from '@backlot/database/owner';
import { sql, table } from '@backlot/database/sql';
import { fewestStatements, recordStatements } from '@backlot/database/testing/statements';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { give, makePost, subscribe } from '../../src/testing/posting.ts';
import { memoryFigures } from '../../src/memory/memories.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
let member: TestPerson;
let other: TestPerson;
const ids: Record<string, string> = {};

beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
  await changeSettings(world, { feed_tags_enable: true });
  [member, other] = [await world.person('luna', 'member'), await world.person('luna', 'other')];
  for (const one of [member, other]) await subscribe(world, one, new Date('2027-01-01T00:00:00Z'));
  for (const [name, over] of Object.entries({
    locked: { amount: 20, title: 'Locked' },
    open: { visibility: 'public', title: 'Open', feed_tags: ['Clay'] },
    later: { visibility: 'public', title: 'Later', date: '2026-03-20T00:00:00Z' },
  })) {
    world.clock.advance(1_000);
    ids[name] = (await makePost(world, world.people.luna.model, over))._id;
  }
});
afterAll(() => world.close());

/** As another process, or a job, changes it: nothing of this process hears of it. */
const changed = (statement: ReturnType<typeof sql>): Promise<number> =>
  world.database.tenants.write(member.tenant, (db) => statement.run(db));
const feed = async (as: TestPerson = member): Promise<any> =>
  (await world.call('GET /api/blogs', { as, on: 'luna', query: { page_num: 1 } })).body;
const card = async (name: string, as?: TestPerson): Promise<any> =>
  (await feed(as)).blogs.find(({ _id }: { _id: string }) => _id === ids[name]);
const ofSchema = <Row extends object>(text: string): Promise<{ rows: Row[] }> =>
  withOwner(world.databaseUrl, (owner) => owner.query<Row>(text.replaceAll('SCHEMA', `tenant_${member.tenant.id}`)));
const cookieOf = async (as: TestPerson): Promise<string> => `session=${await world.tokenOf(as)}`;
const statements = (as: TestPerson = member): Promise<number> =>
  fewestStatements(1, () => feed(as)).then(({ length }) => length);

describe('the first pages of a feed', () => {
  beforeEach(() => feed());

  it('come from memory with one statement, for every member', async () => {
    expect(await statements()).toBe(1);
    expect(await statements(other)).toBe(1);
  });

  it('are read anew once after a change, for all', async () => {
    await changed(sql`update ${table('posts')} set title = 'Open again' where id = ${ids['open']!}`);
    const recording = recordStatements();
    const seen = await card('open', other);
    const read = recording.stop().filter(({ text }) => text.includes('post_media'));

    expect(seen.title).toBe('Open again');
    expect(read.length).toBeGreaterThan(0);
    expect(await statements()).toBe(1);
  });

  it('hold nothing that is one viewer’s own', async () => {
    await world.call('POST /api/blog/like-dislike', { as: member, body: { id: ids['open'], is_like: 1 } });
    await give(world, member, ids['locked']!);

    expect(await statements()).toBe(1);
    expect(await card('open')).toMatchObject({ user_feed_like: true, total_likes: 1 });
    expect(await card('open', other)).toMatchObject({ user_feed_like: false, total_likes: 1 });
    expect(await card('locked')).toMatchObject({ state: 'unlocked', purchased: true });
    expect(await card('locked', other)).toMatchObject({ state: 'locked_purchase', purchased: false });
    expect(JSON.stringify(await card('locked', other))).not.toMatch(/\/media\/(?!public)/);
  });

  it('say of every kind of viewer what was said when they were read', async () => {
    const { luna } = world.people;
    for (const as of [member, other, luna.fan, luna.model, luna.admin, luna.support, undefined]) {
      const ask = async (): Promise<any> => {
        world.clock.advance(1_000);
        return (await world.call('GET /api/blogs', { ...(as ? { as } : {}), on: 'luna', query: { page_num: 1 } })).body;
      };
      await changed(sql`update ${table('posts')} set title = title`);
      const [read, written, again] = [await ask(), await ask(), await ask()];
      expect(read.blogs.length).toBe(2);
      expect(written).toEqual(read);
      expect(again).toEqual(read);
    }
  });

  it('carry each viewer’s own tickets', async () => {
    const addresses = async (as: TestPerson): Promise<string[]> =>
      JSON.stringify(await card('open', as)).match(/\/media\/(?!public\/)[^"]+/g) ?? [];
    const [mine, theirs] = [await addresses(member), await addresses(other)];

    expect(mine.length).toBeGreaterThan(2);
    expect(theirs.length).toBe(mine.length);
    expect(mine.filter((address) => theirs.includes(address))).toEqual([]);
    const [address = ''] = mine;
    const status = async (as: TestPerson): Promise<number> =>
      (await world.app.inject({ url: address, headers: { host: 'luna.test', cookie: await cookieOf(as) } })).statusCode;
    expect(await status(member)).toBe(200);
    expect(await status(other)).toBe(404);
  });

  it('are written anew when a setting changes', async () => {
    await feed();
    expect((await card('open')).author).not.toBe('Ada');
    await changeSettings(world, { model_name: 'Ada' });
    expect((await card('open')).author).toBe('Ada');
  });

  it('are closed again to somebody from whom a post was taken back', async () => {
    await changed(sql`update ${table('entitlements')} set revoked_at = now(), revoke_reason = 'refund'
      where user_id = ${member.id} and content_id = ${ids['locked']!}`);

    expect(await card('locked')).toMatchObject({ state: 'locked_purchase', purchased: false });
  });

  it('are those of a person whose membership has ended meanwhile', async () => {
    await changed(sql`update ${table('subscriptions')} set ended_at = ${world.clock.now()}, status = '0', status_until = null
      where user_id = ${other.id}`);

    expect(await card('locked', other)).toMatchObject({ state: 'locked_nonmember', action: 'membership' });
  });

  const changes: ReadonlyArray<readonly [string, () => ReturnType<typeof sql>, (post: any) => unknown, unknown]> = [
    [
      'a caption',
      () => sql`update ${table('posts')} set caption = 'Of clay' where id = ${ids['open']!}`,
      (post) => post.description,
      'Of clay',
    ],
    [
      'a price',
      () => sql`update ${table('posts')} set amount_minor = 2500 where id = ${ids['locked']!}`,
      (post) => post.amount,
      25,
    ],
    [
      'a tag’s name',
      () => sql`update ${table('feed_tags')} set name = 'Clay and glaze'`,
      (post) => post.feed_tags[0]?.name,
      'Clay and glaze',
    ],
    ['a tag that is taken off', () => sql`delete from ${table('post_tags')}`, (post) => post.feed_tags, []],
    [
      'a picture that was made again',
      () =>
        sql`update ${table('media')} set thumbhash = 'b3RoZXI=' where id = (select media_id from ${table('post_media')} where post_id = ${ids['open']!} limit 1)`,
      (post) => post.media[0]?.placeholder,
      'b3RoZXI=',
    ],
    [
      'a picture that goes',
      () => sql`delete from ${table('post_media')} where post_id = ${ids['open']!}`,
      (post) => post.media.length,
      0,
    ],
  ];
  it.each(changes)('show %s that was changed elsewhere at once', async (_name, change, of, now) => {
    const name = _name === 'a price' ? 'locked' : 'open';
    expect(of(await card(name))).not.toEqual(now);
    await changed(change());
    expect(of(await card(name))).toEqual(now);
  });

  it('show a post at its time, and not before', async () => {
    expect(await card('later')).toBeUndefined();
    expect(await statements()).toBe(1);
    world.clock.advance(10 * 86_400_000);
    expect(await card('later')).toMatchObject({ title: 'Later' });
  });

  it('no longer show a post that was taken out', async () => {
    await changed(sql`update ${table('posts')} set deleted_at = now() where id = ${ids['later']!}`);
    expect(await card('later')).toBeUndefined();
  });

  it('are true of two who post at once, whoever commits first', async () => {
    const { tenants } = world.database;
    let commitFirst = (): void => {};
    const second = new Promise<void>((resolve) => (commitFirst = resolve));
    let began = (): void => {};
    const hasBegun = new Promise<void>((resolve) => (began = resolve));
    const slow = tenants.write(member.tenant, async (db) => {
      await sql`update ${table('posts')} set title = 'Slow' where id = ${ids['open']!}`.run(db);
      began();
      await second;
    });
    await hasBegun;
    await changed(sql`update ${table('posts')} set title = 'Quick' where id = ${ids['locked']!}`);
    expect(await card('locked')).toMatchObject({ title: 'Quick' });
    expect((await card('open')).title).not.toBe('Slow');
    commitFirst();
    await slow;

    expect(await card('open')).toMatchObject({ title: 'Slow' });
  });

  it('are not taken for what a restore brought back under the same number', async () => {
    await changed(sql`update ${table('posts')} set title = 'Before' where id = ${ids['open']!}`);
    expect(await card('open')).toMatchObject({ title: 'Before' });
    // Another change got the number of the one that the restore took away.
    await changed(
      sql`update ${table('post_changes')} set mark = mark + 1 where id = (select max(id) from ${table('post_changes')})`,
    );
    await ofSchema(`begin; set local session_replication_role = replica;
      update "SCHEMA".posts set title = 'Restored' where id = '${ids['open']}'; commit`);
    expect(await card('open')).toMatchObject({ title: 'Restored' });
  });

  it('without a post are not kept: who asks for tags that there are not takes nobody’s place', async () => {
    const entries = (): number => memoryFigures().find(({ name }) => name === 'feed-pages')!.entries;
    await feed();
    const before = entries();
    for (let asked = 0; asked < 5; asked += 1)
      await world.call('GET /api/blogs', { as: member, on: 'luna', query: { page_num: 1, feed_tag_id: v7() } });
    // Those of earlier files of this worker may go meanwhile.
    expect(entries()).toBeLessThanOrEqual(before);
  });

  it('are told apart by few rows, however much changes', async () => {
    for (let change = 0; change < 300; change += 1)
      await changed(sql`update ${table('posts')} set title = ${`Take ${change}`} where id = ${ids['open']!}`);
    const count = await world.database.tenants.read(member.tenant, (db) =>
      sql<{ n: number }>`select count(*)::int as n from ${table('post_changes')}`.one(db),
    );

    expect(count.n).toBeLessThan(140);
    expect(await card('open')).toMatchObject({ title: 'Take 299' });
  });

  it('are told of by a change of any column but those that are read each time, or that no card shows', async () => {
    const { rows } = await ofSchema<{ name: string; column: string }>(`
      select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = '"SCHEMA"'::regnamespace and c.relname in ('posts', 'post_media', 'media', 'post_tags', 'feed_tags', 'media_categories')
        and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'note_post_change'
          and (t.tgattr = '' or a.attnum = any (string_to_array(t.tgattr::text, ' ')::smallint[])))
      order by 1, 2`);

    expect(rows.map(({ name, column }) => `${name}.${column}`)).toEqual([
      'media.created_at',
      'media.created_by',
      'media.id',
      'media.progress',
      'media.received_at',
      'media.settled_at',
      'media.sha256',
      'media.watermark',
      'posts.comments_count',
      'posts.id',
      'posts.likes_count',
      'posts.serial',
    ]);
  });

  it('come from the database where a site’s schema is of the version before', async () => {
    await ofSchema('drop table "SCHEMA".post_changes');

    expect(await card('open')).toMatchObject({ title: 'Take 299' });
    expect((await card('open')).media).toEqual([]);
  });
});
