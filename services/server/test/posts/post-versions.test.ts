import { fewestStatements } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { TestPerson } from '../../src/testing/people.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { copyOfReady, give, makePost, smallPhoto, subscribe, upload } from '../../src/testing/posting.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';

let world: MoneyWorld;
let member: TestPerson;
let buyer: TestPerson;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
  [member, buyer] = [await world.person('luna', 'member'), await world.person('luna', 'buyer')];
  for (const one of [member, buyer]) await subscribe(world, one, new Date('2027-01-01T00:00:00Z'));
}, 60_000);
afterAll(() => world.close());

const creator = (): TestPerson => world.people.luna.model;
const reuse = (_id: string, over: object = {}, key?: string) =>
  world.call('POST /api/blog/reuse-blog', {
    as: creator(),
    body: { _id, description: 'Again', amount: 20, ...over },
    ...(key ? { key } : {}),
  });
const get = async (id: string, as?: TestPerson) =>
  world.call('GET /api/blog/get-blog-data-by-id', { ...(as ? { as } : {}), on: 'luna', query: { id } });
const feed = async (
  as?: TestPerson,
  path: 'GET /api/blogs' | 'GET /api/blogs/all' = 'GET /api/blogs',
): Promise<string[]> =>
  (await world.call(path, { ...(as ? { as } : {}), on: 'luna' })).body.blogs.map((post: { _id: string }) => post._id);
const isIn = async (ids: string[], as?: TestPerson): Promise<boolean[]> => {
  const seen = await feed(as);
  return ids.map((id) => seen.includes(id));
};

/** A locked post a fan has bought, and the time goes on. */
async function sold(over: object = {}): Promise<string> {
  const post = await makePost(world, creator(), { amount: 20, ...over });
  await give(world, buyer, post._id);
  world.clock.advance(1_000);
  return post._id;
}

describe('publishing a post again', () => {
  it('REUSE-29 REUSE-30 it is a new post for those who have not bought it; buyers keep theirs, and never see both', async () => {
    const first = await sold({ description: 'First' });
    const { body } = await reuse(first, { description: 'Second', amount: 25 });
    const second = body.data.reuseBlog.udid;
    expect(body).toMatchObject({
      success: 1,
      data: { reuseBlog: { _id: second, post: { description: 'Second', amount: 25, reuse_of: first } } },
    });
    for (const as of [undefined, world.people.luna.fan, member])
      expect(await isIn([first, second], as)).toEqual([false, true]);
    expect(await isIn([first, second], buyer)).toEqual([true, false]);
    expect((await feed(creator(), 'GET /api/blogs/all')).filter((id) => id === first || id === second)).toEqual([
      second,
    ]);
    // By whichever version's id they ask, people get the one that they have.
    for (const id of [first, second]) {
      expect((await get(id, member)).body.data).toMatchObject({ _id: second, state: 'locked_purchase', amount: 25 });
      expect((await get(id, buyer)).body.data).toMatchObject({
        _id: first,
        state: 'unlocked',
        description: 'First',
        purchased: true,
      });
      expect((await get(id, creator())).body.data._id).toBe(id);
    }
    expect((await world.call('GET /api/blogs', { as: member })).body.totalRows).toBe((await feed(member)).length);
  });
  it('ROLE-78 is for the makers of posts, and for nobody else', async () => {
    const { _id } = await makePost(world, creator());
    const { luna } = world.people;
    const ask = async (as: TestPerson) =>
      Promise.all([
        world.call('GET /api/blog/get-blog-for-reuse', { as, query: { id: _id } }),
        world.call('POST /api/blog/reuse-blog', { as, body: { _id, description: 'Again', amount: 20 } }),
      ]);
    for (const as of [luna.model, luna.admin, luna.sub_admin, luna.content_manager])
      expect((await ask(as)).map(({ status }) => status)).toEqual([200, 200]);
    for (const as of [luna.fan, member, luna.support, luna.live_stream_manager])
      expect((await ask(as)).map(({ body }) => body.code)).toEqual(['access-denied', 'access-denied']);
  });
  it('REUSE-12 REUSE-35 it is confirmed in words; so is a refusal, in both places', async () => {
    const first = await sold();
    expect((await reuse(first)).body).toMatchObject({
      success: 1,
      message: 'Content posted successfully.',
      data: { reuseBlog: { message: 'Content posted successfully.' } },
    });
    const message = 'Choose an amount between 5 and 500';
    expect((await reuse(first, { amount: 4 })).body).toMatchObject({
      success: false,
      code: 'amount-range',
      message,
      data: { reuseBlog: { message } },
    });
  });
  it('REUSE-15 REUSE-16 the price is a whole number between the bounds of tips', async () => {
    const first = await sold();
    for (const amount of [4, 501, 20.5, undefined])
      expect((await reuse(first, { amount })).body).toMatchObject({
        code: 'amount-range',
        message: 'Choose an amount between 5 and 500',
      });
    for (const amount of [5, 500])
      expect((await reuse(first, { amount })).body.data.reuseBlog.post.amount).toBe(amount);
  });
  it.each([
    ['REUSE-17', 'media-required', 'Please Select Media', { media_item: [] }],
    [
      'REUSE-20',
      'max-45',
      'You have selected 46 images, maximum 45 images allowed.',
      { media_item: Array.from({ length: 46 }, () => v7()) },
    ],
    ['REUSE-21', 'one-preview', 'You can not add more than one preview.', { media_preview_item: [v7(), v7()] }],
    ['REUSE-22', 'tag-empty', 'Tag not allow empty', { feed_tags: ['  '] }],
    ['REUSE-23', 'schedule-past', 'Choose a date in the future.', { date: '2026-03-01T00:00:00Z' }],
  ])('%s is refused: %s', async (_rule, code, message, over) => {
    expect((await reuse(await sold(), over)).body).toMatchObject({ code, message });
  });
  it('REUSE-18 REUSE-19 files that could not be processed are no media of it', async () => {
    const good = await smallPhoto();
    const broken = await upload(world, creator(), good.subarray(0, good.length / 2));
    await world.runJobs();
    const first = await sold();
    expect((await reuse(first, { media_item: [await copyOfReady(world, creator()), broken.id] })).body.message).toBe(
      'Image Number 2 media format is not supported.',
    );
    expect((await reuse(first, { media_item: [broken.id] })).body.message).toBe('Media format is not supported.');
    expect((await reuse(first, { media_preview_item: broken.id })).body.message).toBe(
      'Preview media format is not supported.',
    );
  });
  it('REUSE-05 REUSE-06 REUSE-07 it is dated by its schedule, else by the original, else now', async () => {
    const first = await sold();
    const original = (await get(first, creator())).body.data.date;
    const dated = async (over: object) => (await reuse(first, over)).body.data.reuseBlog.post.date;
    expect(await dated({ date: '2026-03-20T09:30:00Z', keep_date: true })).toBe('2026-03-20T09:30:00.000Z');
    expect(await dated({ keep_date: true })).toBe(original);
    expect(await dated({ date: original })).toBe(original);
    expect(await dated({})).toBe(world.clock.now().toISOString());
  });
  it('REUSE-02 REUSE-03 REUSE-04 the dialog begins with the post, and a schedule only of what is to come', async () => {
    const source = async (id: string) =>
      (await world.call('GET /api/blog/get-blog-for-reuse', { as: creator(), query: { id } })).body.data;
    const first = await sold();
    // To the minute, as it is chosen in the form.
    const tomorrow = new Date(Math.floor(world.clock.now().getTime() / 60_000) * 60_000 + 86_400_000).toISOString();
    expect(await source(first)).toMatchObject({
      post: { _id: first, media: [{ is_error: false }] },
      schedule: null,
      default_schedule: tomorrow,
      minimum_amount: 5,
      maximum_amount: 500,
    });
    const later = (await makePost(world, creator(), { date: '2026-04-01T10:15:00Z' }))._id;
    expect((await source(later)).schedule).toBe('2026-04-01T10:15:00.000Z');
    expect(
      (await world.call('GET /api/blog/get-blog-for-reuse', { as: creator(), query: { id: v7() } })).body.code,
    ).toBe('not-found');
  });
  it("what was not sent is the original's: media, preview, tags and looks", async () => {
    await changeSettings(world, { feed_tags_enable: true });
    const files = [await copyOfReady(world, creator()), await copyOfReady(world, creator())];
    const preview = await copyOfReady(world, creator());
    const first = await sold({
      media_item: files,
      media_preview_item: preview,
      feed_tags: ['Tea'],
      captionBlur: true,
      privateBlur: false,
      show_content_length: false,
    });
    const { post } = (await reuse(first)).body.data.reuseBlog;
    expect(post).toMatchObject({
      captionBlur: true,
      privateBlur: false,
      show_content_length: false,
      feed_tags: [{ slug: 'tea' }],
      visibility: 'locked',
      isPreviewEnable: true,
      total_likes: 0,
      total_comments: 0,
    });
    expect([post.media.map((one: any) => one._id), post.media_preview.map((one: any) => one._id)]).toEqual([
      files,
      [preview],
    ]);
    expect(
      (await reuse(first, { media_preview_item: null, media_item: files.toReversed() })).body.data.reuseBlog.post,
    ).toMatchObject({ isPreviewEnable: false, media: [{ _id: files[1] }, { _id: files[0] }] });
  });
  it('sent twice with one key it is there once', async () => {
    const first = await sold();
    const answers = await Promise.all(Array.from({ length: 4 }, () => reuse(first, {}, `again-${first}`)));
    expect(new Set(answers.map(({ body }) => body.data.reuseBlog.udid)).size).toBe(1);
  });
  it("fans may not, nor another site's staff, nor a post that was taken out", async () => {
    const first = await sold();
    expect(
      (
        await world.call('POST /api/blog/reuse-blog', {
          as: member,
          body: { _id: first, description: 'x', amount: 20 },
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await world.call('POST /api/blog/reuse-blog', {
          as: world.people.mars.model,
          body: { _id: first, description: 'x', amount: 20 },
        })
      ).status,
    ).toBe(404);
    await world.call('POST /api/blogs/delete', { as: creator(), body: { id: first } });
    expect((await reuse(first)).status).toBe(404);
  });
});

describe('which version stands in the feed', () => {
  it("the earlier one until the later one's time has come", async () => {
    const first = await sold();
    const second = (await reuse(first, { date: '2026-03-25T12:00:00Z' })).body.data.reuseBlog.udid;
    const before = world.clock.now();
    expect(await isIn([first, second], member)).toEqual([true, false]);
    world.clock.set(new Date('2026-03-25T11:59:59.999Z'));
    expect((await get(second, member)).body.data._id).toBe(first);
    world.clock.set(new Date('2026-03-25T12:00:00Z'));
    expect(await isIn([first, second], member)).toEqual([false, true]);
    expect(await isIn([first, second], buyer)).toEqual([true, false]);
    world.clock.set(before);
  });
  it("REUSE-34 the earlier one until the later one's new files are processed", async () => {
    const first = await sold();
    const fresh = await upload(world, creator(), await smallPhoto());
    const { post } = (
      await reuse(first, { media_item: [fresh.id, await copyOfReady(world, creator())], contentLeftForProcessing: 1 })
    ).body.data.reuseBlog;
    expect(post).toMatchObject({ state: 'processing', contentLeftForProcessing: 1 });
    expect(await isIn([first, post._id], member)).toEqual([true, false]);
    await world.runJobs();
    expect(await isIn([first, post._id], member)).toEqual([false, true]);
  });
  it('of three the newest; a buyer of the second sees the second alone', async () => {
    const first = await sold();
    const second = (await reuse(first)).body.data.reuseBlog.udid;
    await give(world, member, second);
    world.clock.advance(1_000);
    const third = (await reuse(second)).body.data.reuseBlog.udid;
    const all = [first, second, third];
    expect([await isIn(all, buyer), await isIn(all, member), await isIn(all, world.people.luna.fan)]).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
    expect((await get(third, creator())).body.data.reuse_of).toBe(first);
  });
  it('one that was deleted before its time leaves the earlier one in place, one that was out takes it along', async () => {
    const first = await sold();
    const planned = (await reuse(first, { date: '2026-03-28T12:00:00Z' })).body.data.reuseBlog.udid;
    await world.call('POST /api/blogs/delete', { as: creator(), body: { id: planned } });
    expect((await get(first, creator())).body.data.replaced_at).toBeNull();
    const out = (await reuse(first)).body.data.reuseBlog.udid;
    world.clock.advance(1_000);
    await world.call('POST /api/blogs/delete', { as: creator(), body: { id: out } });
    expect(await isIn([first, out], member)).toEqual([false, false]);
    expect((await get(first, member)).status).toBe(404);
    expect((await get(first, buyer)).body.data._id).toBe(first);
  });
  it('versions that settle, change and go at once end in one order', async () => {
    const first = await sold();
    const fresh = await Promise.all(
      Array.from({ length: 3 }, async () => (await upload(world, creator(), await smallPhoto())).id),
    );
    const made = (await Promise.all(fresh.map((id) => reuse(first, { media_item: [id] })))).map(
      ({ body }) => body.data.reuseBlog.udid as string,
    );
    const edits = [first, ...made].flatMap((postId) =>
      [1, 2].map((n) =>
        world.call('POST /api/blogs/edit', { as: creator(), body: { postId, description: `Round ${n}` } }),
      ),
    );
    const [statuses] = await Promise.all([Promise.all(edits), world.runJobs(), reuse(first)]);
    expect(statuses.map(({ status }) => status)).toEqual(edits.map(() => 200));
    await world.runJobs();
    const rows = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('posts')
        .where({ id: first })
        .orWhere({ reuse_of: first })
        .orderBy('serial')
        .select('replaced_at', 'media_waiting'),
    );
    expect(rows.map((row) => [row.replaced_at === null, row.media_waiting])).toEqual([
      ...Array.from({ length: 4 }, () => [false, 0]),
      [true, 0],
    ]);
  });
  it('who gets their money back sees the newest like everybody', async () => {
    const first = await sold();
    const second = (await reuse(first)).body.data.reuseBlog.udid;
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('entitlements')
        .where({ user_id: buyer.id, content_id: first })
        .update({ revoked_at: world.clock.now(), revoke_reason: 'refund' }),
    );
    expect(await isIn([first, second], buyer)).toEqual([false, true]);
    expect((await get(first, buyer)).body.data).toMatchObject({ _id: second, state: 'locked_purchase' });
  });
  it('likes and comments of a link to an earlier version go to the one that is seen', async () => {
    const first = (await makePost(world, creator(), { visibility: 'public' }))._id;
    const second = (await reuse(first)).body.data.reuseBlog.udid;
    await world.call('POST /api/blog/like-dislike', { as: member, body: { id: first, is_like: 1 } });
    const said = await world.call('POST /api/blog/save-blog-comment', {
      as: member,
      body: { blog_id: first, comment: 'Again!' },
    });
    expect(said.body.data.comment.blog_id).toBe(second);
    expect((await get(first, member)).body.data).toMatchObject({
      _id: second,
      total_likes: 1,
      total_comments: 1,
      user_feed_like: true,
    });
  });
  it('a page of the feed costs a fan at most four statements, with versions in it', async () => {
    await feed(buyer);
    const statements = await fewestStatements(4, async () => expect((await feed(buyer)).length).toBeGreaterThan(5));
    expect(statements.length).toBeLessThanOrEqual(4);
  });
});
