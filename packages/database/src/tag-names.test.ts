import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownFolders } from './migrate/migration-files.ts';
import { openDatabase, type Database } from './open-database.ts';
import { withOwner } from './owner.ts';
import { tenantSchema } from './tenant-id.ts';
import type { TenantRecord } from './tenant-records.ts';
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts';

const file = '0059_tag_names.sql';
let test: TestDatabase;
let folder = '';
let database: Database;
let clay: TenantRecord;
let patch: TenantRecord;
/** A site as it was before tags were one a name. */
beforeAll(async () => {
  [test, folder] = await Promise.all([createTestDatabase(), mkdtemp(join(tmpdir(), 'tag-names-'))]);
  await cp(ownFolders.tenant, folder, { recursive: true });
  await rm(join(folder, file));
  database = await openDatabase({ url: test.url, poolSize: 2, migrations: { ...ownFolders, tenant: folder } });
  [clay, patch] = [
    await database.provision({ slug: 'clay', hosts: ['clay.test'] }),
    await database.provision({ slug: 'patch', hosts: ['patch.test'] }),
  ];
}, 60_000);
afterAll(async () => {
  await database.close();
  await test.drop();
  await rm(folder, { recursive: true });
});

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const rowsOf = <Row extends object>(tenant: TenantRecord, sql: string): Promise<Row[]> =>
  withOwner(
    test.url,
    async (owner) => (await owner.query<Row>(sql.replaceAll(':schema', tenantSchema(tenant.id)))).rows,
  );
const tags = (tenant: TenantRecord) =>
  rowsOf<{ name: string; slug: string }>(tenant, 'select name, slug from :schema.feed_tags order by created_at, id');
const tagged = async (tenant: TenantRecord) =>
  (
    await rowsOf<{ post: string; slug: string; day: string }>(
      tenant,
      `select right(pt.post_id::text, 1) as post, t.slug, to_char(pt.publish_at at time zone 'UTC', 'DD') as day
   from :schema.post_tags pt join :schema.feed_tags t on t.id = pt.tag_id order by 1, 2`,
    )
  ).map(({ post, slug, day }) => `${post} ${slug} ${day}`);

async function fill(tenant: TenantRecord): Promise<void> {
  const names = [
    ['Glaze', 'glaze-book'],
    ['Kiln', 'kiln'],
    [' glaze ', 'glaze'],
    ['GLAZE', 'glaze-2'],
  ] as const;
  const on = [
    [1, 0],
    [2, 2],
    [3, 0],
    [3, 2],
    [3, 3],
    [4, 3],
    [4, 1],
  ] as const;
  await withOwner(test.url, async (owner) => {
    const schema = tenantSchema(tenant.id);
    for (const [index, [name, slug]] of names.entries())
      await owner.query(`insert into ${schema}.feed_tags (id, name, slug, created_at) values ($1, $2, $3, $4)`, [
        idOf(100 + index),
        name,
        slug,
        `2026-01-0${index + 1}Z`,
      ]);
    for (const post of [1, 2, 3, 4]) {
      await owner.query(
        `insert into ${schema}.posts (id, caption, visibility, currency, private_blur, caption_blur, publish_at, photo_count, created_at) values ($1, 'x', 'public', 'USD', false, false, $2, 1, $2)`,
        [idOf(post), `2026-02-0${post}Z`],
      );
    }
    for (const [post, tag] of on)
      await owner.query(`insert into ${schema}.post_tags (post_id, tag_id, publish_at) values ($1, $2, $3)`, [
        idOf(post),
        idOf(100 + tag),
        `2026-02-0${post}Z`,
      ]);
  });
}

it('tags of one name become the first of them, with every post of the others once, on each site by itself', async () => {
  await fill(clay);
  const before = await tagged(clay);
  expect(before).toHaveLength(7);
  await cp(join(ownFolders.tenant, file), join(folder, file));
  expect(await database.migrateTenants()).toMatchObject({
    failed: [],
    migrated: [{ files: ['0059_tag_names'] }, { files: ['0059_tag_names'] }],
  });
  expect(await tags(clay)).toEqual([
    { name: 'Glaze', slug: 'glaze-book' },
    { name: 'Kiln', slug: 'kiln' },
  ]);
  expect(await tagged(clay)).toEqual([
    '1 glaze-book 01',
    '2 glaze-book 02',
    '3 glaze-book 03',
    '4 glaze-book 04',
    '4 kiln 04',
  ]);
  expect([await tags(patch), await tagged(patch)]).toEqual([[], []]);
});

it('a second tag of a name is refused from then on', async () => {
  await expect(
    withOwner(test.url, (owner) =>
      owner.query(
        `insert into ${tenantSchema(clay.id)}.feed_tags (id, name, slug, created_at) values ($1, ' KILN', 'kiln-2', now())`,
        [idOf(200)],
      ),
    ),
  ).rejects.toMatchObject({ code: '23505', constraint: 'one_tag_a_name' });
});
