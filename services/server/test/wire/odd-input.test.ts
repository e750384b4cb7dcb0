import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer, type OpenServer } from '../../src/process/open-server.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { copyOfReady } from '../../src/testing/posting.ts';

let world: World;
let withPages: OpenServer;
beforeAll(async () => {
  world = await createWorld();
  withPages = await openServer(world.ctx.config, {
    database: world.database,
    log: world.ctx.log,
    renderPage: async ({ path }) => ({ status: 200, html: path }),
    schedules: false,
  });
});
afterAll(async () => {
  await withPages.close();
  await world.close();
});

describe('input that a schema lets through and a database or a clock would not', () => {
  it.each([`1.${'-'.repeat(36)}`, '1.00000000-0000-7000-8000-00000000000', `x.${'0'.repeat(36)}`])(
    'the marker %s is no place in a feed',
    async (after) => {
      expect(await world.call('GET /api/blogs', { query: { after } })).toMatchObject({
        status: 400,
        body: { code: 'invalid-request' },
      });
    },
  );

  it('half a character is refused wherever text may stand, also as a name', async () => {
    const register = (over: object) =>
      world.call('POST /api/users/register', {
        body: { email: 'half@fans.example', password: 'Correct-horse-9', ...over },
      });
    for (const body of [
      { utm: { source: '\ud800' } },
      { utm: { 'a\udfff': 'x' } },
      { email: 'a\ud800@fans.example' },
    ]) {
      expect(await register(body)).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    }
    expect(
      await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body: { site_name: 'a\ud800' } }),
    ).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    expect((await register({ utm: { source: '🦊' } })).status).toBe(200);
  });

  it('a second that no clock shows is no date of a post', async () => {
    const { model } = world.people.luna;
    const body = {
      description: 'Late',
      visibility: 'public',
      media_item: [await copyOfReady(world, model)],
      date: '2030-06-30T23:59:60Z',
    };
    expect(await world.call('POST /api/blog/add-new-blog', { as: model, body })).toMatchObject({
      status: 400,
      body: { code: 'invalid-request' },
    });
  });

  it('a letter that is none, and the 60th second, are refused in what is written about a post', async () => {
    const { model } = world.people.luna;
    const made = await world.call('POST /api/blog/add-new-blog', {
      as: model,
      body: { description: 'Odd', visibility: 'public', media_item: [await copyOfReady(world, model)] },
    });
    const id: string = made.body.data.result._id;
    const answers = [
      await world.call('POST /api/blog/save-blog-comment', { as: model, body: { blog_id: id, comment: 'a\u0000b' } }),
      await world.call('POST /api/feed-tags/add-or-update', { as: model, body: { name: 'a\u0000b' } }),
      await world.call('POST /api/blogs/edit', { as: model, body: { postId: id, description: 'a\u0000b' } }),
      await world.call('POST /api/blogs/edit', { as: model, body: { postId: id, date: '2030-06-30T23:59:60Z' } }),
      await world.call('POST /api/blog/reuse-blog', {
        as: model,
        body: { _id: id, description: 'x', date: '2030-06-30T23:59:60Z' },
      }),
      await world.call('GET /api/gallery', { as: model, query: { after: `999999999999999.${id}.99` } }),
      await world.call('GET /api/admin/locked-exclusive-content', {
        as: model,
        query: { search: "':* | & !( \u0000" },
      }),
    ];
    for (const { status, body } of answers)
      expect({ status, success: body.success }).toEqual(
        status === 200 ? { status: 200, success: true } : { status: 400, success: false },
      );
    expect(answers.map(({ status }) => status).slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
  });

  it.each(['Nowhere/Land', '', '+05:00'])('%j is no time zone of a site', async (timezone) => {
    expect(
      await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body: { timezone } }),
    ).toMatchObject({ status: 400, body: { code: 'setting-invalid' } });
  });

  it.each(['//', '//[', '/?', '/??a=b', '/x?feed_tag_id=%ff', '/feed/%00'])(
    'the address %s is answered with a page',
    async (url) => {
      expect((await withPages.app.inject({ method: 'GET', url, headers: { host: 'luna.test' } })).statusCode).toBe(200);
    },
  );
});
