import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyComments } from '../../src/apply/apply-comments.ts';
import type { DeclaredSite } from '../../src/apply/read-site.ts';
import { saveSettings } from '../../src/features/sites/index.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { give, makePost, subscribe } from '../../src/testing/posting.ts';

let world: World;
let member: TestPerson;
const ids: Record<string, string> = {};

beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
  const { model } = world.people.luna;
  member = await world.person('luna', 'June Halloran');
  await subscribe(world, member);
  for (const visibility of ['public', 'private', 'locked'])
    ids[visibility] = (await makePost(world, model, { visibility }))._id;
}, 60_000);
afterAll(() => world.close());

const creator = (): TestPerson => world.people.luna.model;
const fan = (): TestPerson => world.people.luna.fan;
const write = (as: TestPerson, post: string, comment: string, key?: string) =>
  world.call('POST /api/blog/save-blog-comment', { as, body: { blog_id: post, comment }, ...(key ? { key } : {}) });
const read = async (post: string, as?: TestPerson, more: object = {}) =>
  (
    await world.call('POST /api/blog/get-blog-comment', {
      ...(as ? { as } : {}),
      on: 'luna',
      body: { blog_id: post, ...more },
    })
  ).body;
const settings = async (values: Record<string, unknown>) => {
  await world.database.tenants.write(world.tenants.luna, (db) => saveSettings(db, values, null, world.clock.now()));
  for (const [key, value] of Object.entries(values))
    await expect
      .poll(
        async () => ((await world.ctx.settings.of(world.tenants.luna)) as unknown as Record<string, unknown>)[key],
        { timeout: 20_000 },
      )
      .toEqual(value);
};

describe('writing', () => {
  it('POST-006 whoever may see a post comments on it; the number is there at once', async () => {
    const answer = await write(member, ids['private']!, '  What a glaze!  ');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'Comment posted.',
        data: {
          total_comments: 1,
          comment: {
            comment: 'What a glaze!',
            is_mine: true,
            can_remove: true,
            can_hide: false,
            user: { _id: null, name: 'June Halloran', isAdmin: false },
          },
        },
      },
    });
    expect(
      (await world.call('GET /api/blog/get-blog-data-by-id', { as: member, query: { id: ids['private']! } })).body.data
        .total_comments,
    ).toBe(1);
    expect(await read(ids['private']!, member)).toMatchObject({
      data: { total_comments: 1, can_comment: true, refusal: null, comments: [{ comment: 'What a glaze!' }] },
    });
  });
  it('POST-006 a registered fan comments on public posts, a creator on all', async () => {
    expect((await write(fan(), ids['public']!, 'Hello')).status).toBe(200);
    expect((await write(creator(), ids['locked']!, 'Enjoy')).body.data.comment.user).toMatchObject({
      isAdmin: true,
      _id: creator().id,
    });
  });
  it.each([
    ['a guest', 'guest', 'public', 'session-required', 'login'],
    ['a fan at a private post', 'fan', 'private', 'membership-required', 'membership'],
    ['a member at a locked post', 'member', 'locked', 'comment-refused', 'unlock'],
  ] as const)('POST-074 %s is told why not', async (_who, who, post, code, refusal) => {
    const as = { guest: undefined, fan: fan(), member }[who];
    const answer = await world.call('POST /api/blog/save-blog-comment', {
      ...(as ? { as } : {}),
      on: 'luna',
      body: { blog_id: ids[post], comment: 'x' },
    });
    expect(answer.body).toMatchObject({ success: false, code, message: expect.stringMatching(/./) });
    expect((await read(ids[post]!, as)).data).toMatchObject({ can_comment: false, refusal });
  });
  it('who bought a locked post comments on it', async () => {
    const buyer = await world.person('luna', 'buyer');
    await give(world, buyer, ids['locked']!);
    expect((await write(buyer, ids['locked']!, 'Worth it')).status).toBe(200);
  });
  it.each([
    ['comment-empty', '   '],
    ['comment-too-long', '🦊'.repeat(1001)],
  ])('POST-074 is refused: %s', async (code, comment) => {
    expect((await write(member, ids['public']!, comment)).body.code).toBe(code);
  });
  it('a thousand characters are a comment, also when each is several bytes', async () => {
    expect((await write(member, ids['public']!, '🦊'.repeat(1000))).status).toBe(200);
  });
  it('sent twice with one key it is there once; the key says no second thing', async () => {
    const before = (await read(ids['public']!, member)).data.total_comments;
    const answers = await Promise.all([
      write(member, ids['public']!, 'Twice', 'comment-0001'),
      write(member, ids['public']!, 'Twice', 'comment-0001'),
    ]);
    expect(new Set(answers.map(({ body }) => body.data.comment._id)).size).toBe(1);
    expect((await read(ids['public']!, member)).data.total_comments).toBe(before + 1);
    expect((await write(member, ids['public']!, 'Another', 'comment-0001')).body.code).toBe('idempotency-key-reused');
  });
  it("the creator hears of a fan's comment, and the number of new ones grows", async () => {
    const unread = async () =>
      (await world.call('GET /api/users/get_unread_count', { as: creator() })).body.data
        .feedCommentNotificationUnreadCount;
    const before = await unread();
    const { body } = await write(member, ids['public']!, 'Hear me');
    const events = await world.database.shared.read((db) =>
      db('outbox')
        .where({ recipient: `user:${creator().id}`, event: 'COMMENT_ADDED' })
        .orderBy('id', 'desc')
        .first('data'),
    );
    expect(events?.data).toEqual({
      postId: ids['public'],
      commentId: body.data.comment._id,
      title: 'A bowl',
      name: 'June Halloran',
    });
    expect(await unread()).toBe(before + 1);
  });
  it("another site's post is not there", async () => {
    expect(
      (
        await world.call('POST /api/blog/save-blog-comment', {
          as: world.people.mars.fan,
          body: { blog_id: ids['public'], comment: 'x' },
        })
      ).status,
    ).toBe(404);
  });
});

describe('reading', () => {
  it('ROLE-81 ROLE-82 ROLE-83 the audience decides who reads, ROLE-84 staff always do', async () => {
    const readers = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries({ guest: undefined, fan: fan(), member, creator: creator() }).map(async ([name, as]) => [
            name,
            (await read(ids['public']!, as)).data.comments.length > 0,
          ]),
        ),
      );
    await settings({ comment_visibility: 'everyone' });
    await write(member, ids['public']!, 'To be read');
    expect(await readers()).toEqual({ guest: true, fan: true, member: true, creator: true });
    await settings({ comment_visibility: 'subscribers' });
    expect(await readers()).toEqual({ guest: false, fan: false, member: true, creator: true });
    expect((await write(fan(), ids['public']!, 'x')).body.code).toBe('membership-required');
    await settings({ comment_visibility: 'registered_and_subscribers' });
    expect(await readers()).toEqual({ guest: false, fan: true, member: true, creator: true });
  });
  it('off for the site they are off for everyone', async () => {
    await settings({ is_feed_comment_enabled: false });
    expect((await read(ids['public']!, creator())).data).toMatchObject({
      comments: [],
      can_comment: false,
      refusal: 'closed',
      total_comments: null,
    });
    expect((await write(creator(), ids['public']!, 'x')).body).toMatchObject({ code: 'comments-closed' });
    await settings({ is_feed_comment_enabled: true });
  });
  it('a closed post tells no comment, and its number only where the setting says so', async () => {
    const closed = async () => (await read(ids['locked']!, member)).data;
    expect(await closed()).toMatchObject({ comments: [], total_comments: null });
    await settings({ enable_comment_count_for_private_locked_post: true });
    expect(await closed()).toMatchObject({ comments: [], total_comments: 2 });
    await settings({ enable_comment_count_for_private_locked_post: false });
  });
  it('come newest first, twenty a page, by number or after the last one', async () => {
    const post = (await makePost(world, creator(), { visibility: 'public' }))._id;
    for (let n = 0; n < 23; n += 1) {
      world.clock.advance(1_000);
      await write(member, post, `Comment ${n}`);
    }
    const first = (await read(post, member)).data;
    expect(first).toMatchObject({ total_comments: 23, totalPages: 2, currentPage: 1 });
    expect(first.comments.map((one: any) => one.comment).slice(0, 2)).toEqual(['Comment 22', 'Comment 21']);
    await write(member, post, 'Meanwhile');
    expect((await read(post, member, { after: first.next })).data.comments.map((one: any) => one.comment)).toEqual([
      'Comment 2',
      'Comment 1',
      'Comment 0',
    ]);
    expect((await read(post, member, { page_num: 2 })).data.comments).toHaveLength(4);
    expect((await read(post, member, { after: '1.x' })).code).toBe('invalid-request');
  });
});

describe('taking away', () => {
  const idOf = async (as: TestPerson, text: string): Promise<string> =>
    (await write(as, ids['public']!, text)).body.data.comment._id;
  const remove = (as: TestPerson, comment_id: string) =>
    world.call('POST /api/blog/remove-blog-comment', { as, body: { comment_id } });
  const hide = (as: TestPerson, comment_id: string, is_hidden?: boolean) =>
    world.call('POST /api/blog/hide-blog-comment', {
      as,
      body: { comment_id, ...(is_hidden === undefined ? {} : { is_hidden }) },
    });
  const seen = async (as: TestPerson, id: string) =>
    (await read(ids['public']!, as)).data.comments.find((one: any) => one._id === id);

  it('a fan takes away their own comment and no other; staff any', async () => {
    const [one, two] = [await idOf(member, 'Mine'), await idOf(member, 'Also mine')];
    expect((await remove(fan(), one)).status).toBe(404);
    const before = (await read(ids['public']!, member)).data.total_comments;
    expect((await remove(member, one)).body).toMatchObject({
      message: 'Comment removed.',
      data: { total_comments: before - 1 },
    });
    expect((await remove(member, one)).status).toBe(404);
    expect((await remove(world.people.luna.content_manager, two)).body.data.total_comments).toBe(before - 2);
    expect((await remove(world.people.mars.admin, one)).status).toBe(404);
  });
  it('a hidden comment is seen by its writer and staff alone, and does not count; twice is once', async () => {
    const id = await idOf(member, 'Rude');
    const before = (await read(ids['public']!, member)).data.total_comments;
    expect((await hide(creator(), id)).body).toMatchObject({
      message: 'Comment hidden.',
      data: { total_comments: before - 1, comment: { is_hidden: true } },
    });
    expect((await hide(creator(), id)).body.data.total_comments).toBe(before - 1);
    expect([await seen(fan(), id), (await seen(member, id)).is_hidden, (await seen(creator(), id)).is_hidden]).toEqual([
      undefined,
      true,
      true,
    ]);
    expect((await hide(creator(), id, false)).body).toMatchObject({
      message: 'Comment shown again.',
      data: { total_comments: before },
    });
    expect((await hide(fan(), id)).status).toBe(403);
    expect((await hide(world.people.mars.model, id)).status).toBe(404);
  });
  it('a blocked fan reads and does not write until they are let again', async () => {
    const block = (user_id: string, is_blocked?: boolean, as = creator()) =>
      world.call('POST /api/blog/block-user-from-commenting', {
        as,
        body: { user_id, ...(is_blocked === undefined ? {} : { is_blocked }) },
      });
    const id = await idOf(fan(), 'Before');
    expect((await block(fan().id)).body.message).toBe('This person can no longer comment.');
    expect((await write(fan(), ids['public']!, 'x')).body).toMatchObject({ code: 'comment-blocked' });
    expect((await read(ids['public']!, fan())).data).toMatchObject({ can_comment: false, refusal: 'blocked' });
    expect((await seen(creator(), id)).is_user_blocked).toBe(true);
    expect((await seen(member, id)).is_user_blocked).toBeNull();
    expect((await block(fan().id, false)).body.data).toEqual({ user_id: fan().id, is_blocked: false });
    expect((await write(fan(), ids['public']!, 'Again')).status).toBe(200);
    expect((await block(world.people.luna.admin.id)).status).toBe(403);
    expect((await block(world.people.mars.fan.id)).status).toBe(404);
    expect((await block(member.id, true, fan())).status).toBe(403);
  });
});

describe('declared comments', () => {
  it('are there once, by their people, after their post and not in the future', async () => {
    const post = (await makePost(world, creator(), { visibility: 'public' }))._id;
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('posts')
        .where({ id: post })
        .update({ source_key: 'kiln', publish_at: new Date(world.clock.now().getTime() - 86_400_000) }),
    );
    const site = {
      posts: [
        {
          key: 'kiln',
          comments: [
            { by: member.email.toUpperCase(), text: 'Before it was there', daysAgo: 9 },
            { by: creator().email, text: 'Thanks', daysAgo: 0.5 },
            { by: 'nobody@x.example', text: '?', daysAgo: 0 },
          ],
        },
      ],
    } as unknown as DeclaredSite;
    const people = new Map([
      [member.email.toLowerCase(), member.id],
      [creator().email, creator().id],
    ]);
    for (let round = 0; round < 2; round += 1)
      await applyComments(world.ctx, world.tenants.luna, site, new Map([['kiln', post]]), people);
    const { data } = await read(post, member);
    expect(data.total_comments).toBe(2);
    expect(
      data.comments.map((one: any) => [
        one.comment,
        one.user.isAdmin,
        (world.clock.now().getTime() - Date.parse(one.date)) / 3_600_000,
      ]),
    ).toEqual([
      ['Thanks', true, 12],
      ['Before it was there', false, expect.closeTo(24, 1)],
    ]);
  });
});
