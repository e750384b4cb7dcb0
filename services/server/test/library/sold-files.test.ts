import { scene } from '@backlot/media/testing/made-photos';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { makePost, smallPhoto, upload } from '../../src/testing/posting.ts';
import { libraryOf } from '../../src/testing/library.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
}, 60_000);
afterAll(() => world.close());

const mediaRow = (id: string) =>
  world.database.tenants.read(world.tenants.luna, (db) => db('media').where({ id }).first());

const { creator, call, list, ids, photo } = libraryOf(() => world);

describe('what holds a file', () => {
  it('says which posts show it and who bought them, and warns before it is sold again', async () => {
    const [sold, preview, free] = [await photo('sold.png'), await photo('front.png'), await photo('free.png')];
    const post = await makePost(world, creator(), {
      media_item: [sold],
      media_preview_item: preview,
      description: 'Two of them',
      amount: 20,
    });
    const again = await makePost(world, creator(), { media_item: [sold, free], description: 'Again', amount: 25 });
    const later = await makePost(world, creator(), {
      media_item: [free],
      visibility: 'private',
      amount: undefined,
      date: new Date(world.clock.now().getTime() + 864e5).toISOString(),
    });
    const [ana, ben] = [await world.member('luna'), await world.member('luna')];
    await world.buy(ana, post._id, { amount: 20 });
    await world.buy(ana, again._id, { amount: 25 });
    world.clock.advance(1000);
    await world.buy(ben, again._id, { amount: 25 });

    const { data } = (await call('/item', { mediaId: sold })).body;
    expect(data).toMatchObject({
      _id: sold,
      used_in: 2,
      sold_to: 2,
      url: expect.stringMatching(/^\/media\//),
      hls_url: null,
    });
    expect(data.uses).toMatchObject([
      { _id: again._id, state: 'published', visibility: 'locked', buyers: 2, as_preview: false },
      { _id: post._id, title: 'Two of them', buyers: 1 },
    ]);
    const buyers = (await call('/buyers', { mediaId: sold })).body.data;
    expect(buyers).toMatchObject({
      paginationData: { totalRows: 2, totalPages: 1 },
      buyers: [
        { _id: ben.id, email: ben.email, post: { title: 'Again' } },
        { _id: ana.id, post: { _id: post._id } },
      ],
    });

    const told = (await call('/sold', { mediaIds: [sold, preview, free], userId: ana.id })).body.data;
    // Everybody sees a preview: nobody bought it.
    expect(told).toEqual([
      { _id: sold, sold_to: 2, owned_by_user: true },
      { _id: preview, sold_to: 0, owned_by_user: false },
      { _id: free, sold_to: 2, owned_by_user: true },
    ]);

    const uses = (await call('/uses', { mediaIds: [free, preview] })).body.data;
    expect(uses).toMatchObject([
      { _id: free, outcome: 'kept', sold_to: 2, uses: [{ _id: later._id, state: 'scheduled' }, { _id: again._id }] },
      { _id: preview, outcome: 'kept', uses: [{ as_preview: true }] },
    ]);
    expect((await call('/uses', { mediaIds: [await photo()] })).body.data).toMatchObject([
      { outcome: 'destroyed', uses: [], sold_to: 0 },
    ]);
  });

  it('knows what was sold when the same bytes are uploaded again, and sells nothing twice to one fan', async () => {
    const bytes = await scene(320, 200);
    const again = async (): Promise<string> => {
      const { id } = await upload(world, creator(), bytes);
      await world.runJobs();
      return id;
    };
    const [first, other] = [await again(), await photo('something-else.png')];
    const post = await makePost(world, creator(), { media_item: [first], amount: 20 });
    const fan = await world.member('luna');
    await world.buy(fan, post._id, { amount: 20 });
    // Also when the first was taken out of the library since.
    await call('/remove-media', { mediaIds: [first] });
    const second = await again();
    expect((await call('', { mediaIds: [second] })).body.data[0]).toMatchObject({
      sold_to: 1,
      is_sold: true,
      used_in: 0,
    });
    expect((await call('/sold', { mediaIds: [second, other], userId: fan.id })).body.data).toEqual([
      { _id: second, sold_to: 1, owned_by_user: true },
      { _id: other, sold_to: 0, owned_by_user: false },
    ]);
    expect((await call('/buyers', { mediaId: second })).body.data.buyers).toMatchObject([
      { _id: fan.id, post: { _id: post._id } },
    ]);
    // Nothing holds the second one: it can go, whatever was sold as the first.
    expect((await call('/uses', { mediaIds: [second] })).body.data).toMatchObject([
      { outcome: 'destroyed', uses: [], sold_to: 1 },
    ]);
    const same = await makePost(world, creator(), { media_item: [second], amount: 25 });
    const more = await makePost(world, creator(), { media_item: [second, other], amount: 30 });
    expect(await world.buy(fan, same._id, { amount: 25 })).toMatchObject({
      status: 409,
      body: { code: 'content-owned-elsewhere' },
    });
    expect((await world.buy(fan, more._id, { amount: 30 })).status).toBe(200);
    expect((await world.buy(await world.member('luna'), same._id, { amount: 25 })).status).toBe(200);
  });

  it('tells no sales to a content manager from whom earnings are hidden (DECISIONS 10), and still what was sold, what is kept and what a fan owns', async () => {
    const id = await photo('hushed.png');
    const post = await makePost(world, creator(), { media_item: [id], amount: 20 });
    const fan = await world.member('luna');
    await world.buy(fan, post._id, { amount: 20 });
    const manager = world.people.luna.content_manager;
    const told = async (as: TestPerson) =>
      Promise.all([
        list({ search: 'hushed' }, as).then(({ data: [one] }) => [one.sold_to, one.is_sold]),
        call('/item', { mediaId: id }, as).then(({ body: { data } }) => [data.sold_to, data.uses[0].buyers]),
        call('', { mediaIds: [id] }, as).then(({ body }) => body.data[0].sold_to),
        call('/uses', { mediaIds: [id] }, as).then(
          ({
            body: {
              data: [one],
            },
          }) => [one.sold_to, one.uses[0].buyers, one.outcome],
        ),
        call('/sold', { mediaIds: [id], userId: fan.id }, as).then(
          ({
            body: {
              data: [one],
            },
          }) => [one.sold_to, one.owned_by_user],
        ),
      ]);
    const hide = async (hide_earnings: boolean): Promise<void> => {
      await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body: { hide_earnings } });
      await expect
        .poll(async () => (await world.ctx.settings.of(world.tenants.luna)).hide_earnings, { timeout: 20_000 })
        .toBe(hide_earnings);
    };
    const all = [[1, true], [1, 1], 1, [1, 1, 'kept'], [1, true]];
    expect(await told(manager)).toEqual(all);
    await hide(true);
    expect(await told(manager)).toEqual([[null, true], [null, null], null, [null, null, 'kept'], [null, true]]);
    expect(await told(creator())).toEqual(all);
    await hide(false);
  });

  it('names of buyers are a list of subscribers: a content manager sees them while the site says so', async () => {
    const id = await photo();
    const manager = world.people.luna.content_manager;
    const allow = (show_reporting_page_to_content_manager: boolean) =>
      world.call('PATCH /api/app_settings', {
        as: world.people.luna.admin,
        body: { hide_earnings: false, show_reporting_page_to_content_manager },
      });
    await allow(false);
    expect((await call('/buyers', { mediaId: id }, manager)).body.code).toBe('access-denied');
    expect((await call('/sold', { mediaIds: [id] }, manager)).status).toBe(200);
    await allow(true);
    await expect
      .poll(async () => (await call('/buyers', { mediaId: id }, manager)).status, { timeout: 20_000 })
      .toBe(200);
  });
});

describe('taking files out', () => {
  it('MEDIA-26 MEDIA-27 not while it is processing; failed ones yes', async () => {
    const [busy, failed] = [
      await photo('b.png', { state: 'processing', settled_at: null }),
      await photo('f.png', { state: 'error', error_code: 'media-format' }),
    ];
    expect(await call('/remove-media', { mediaIds: [busy, failed] })).toMatchObject({
      status: 409,
      body: { code: 'media-processing' },
    });
    expect(await ids({ search: 'f.png' })).toContain(failed);
    expect((await call('/remove-media', { mediaIds: [failed] })).status).toBe(200);
    expect((await call('/remove-media', { mediaIds: [v7()] })).status).toBe(404);
  });

  it('takes nothing from buyers, and the bytes go when nothing holds them', async () => {
    const objects = async (id: string): Promise<boolean> => {
      const row = await mediaRow(id);
      const { storageKey } = await import('@backlot/media');
      return (
        (await world.ctx.storage.stat(storageKey(world.tenants.luna, 'private', row!.private_random, 'thumb'))) !== null
      );
    };
    const fresh = async (name: string): Promise<string> => {
      const { id } = await upload(world, creator(), await smallPhoto(), name);
      await world.runJobs();
      return id;
    };
    const [bought, unbought, unused] = [
      await fresh('bought.png'),
      await fresh('unbought.png'),
      await fresh('unused.png'),
    ];
    const post = await makePost(world, creator(), { media_item: [bought], amount: 20 });
    const other = await makePost(world, creator(), { media_item: [unbought], amount: 20 });
    const fan = await world.member('luna');
    await world.buy(fan, post._id, { amount: 20 });
    expect((await call('/remove-media', { mediaIds: [bought, unbought, unused] })).body.data.kept_by_posts).toEqual([
      bought,
      unbought,
    ]);

    const opened = async (id: string) =>
      (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id } })).body.data?.media?.[0]?.url ??
      null;
    expect(await opened(post._id)).toMatch(/^\/media\//);
    const purge = async (): Promise<void> => {
      world.clock.advance(2 * 864e5);
      const { purgeMediaJob } = await import('../../src/features/library/purge-media.ts');
      await purgeMediaJob.run({
        ctx: world.ctx,
        tenant: world.tenants.luna,
        payload: {},
        attempt: 1,
        log: world.ctx.log,
      });
      await world.runJobs();
    };
    await purge();
    expect([await objects(bought), await objects(unbought), await objects(unused)]).toEqual([true, true, false]);

    // Out of the feed as well: the buyer's stays, the other goes.
    for (const id of [post._id, other._id]) await world.call('POST /api/blogs/delete', { as: creator(), body: { id } });
    await purge();
    expect([await objects(bought), await objects(unbought)]).toEqual([true, false]);
    expect(await opened(post._id)).toMatch(/^\/media\//);
    // What is gone can't be put into a post again.
    const late = await world.call('POST /api/blog/add-new-blog', {
      as: creator(),
      body: { description: 'x', visibility: 'public', media_item: [unused] },
    });
    expect(late.status).toBe(404);
  });
});
