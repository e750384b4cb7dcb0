import { type MediaLevel, storageKey } from '@backlot/media';
import { formerLink } from '@backlot/media/testing/made-links';
import { fewestStatements } from '@backlot/database/testing/statements';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMediaSigner, type MediaRow } from '../../src/features/media/index.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { fetchMedia, mediaRow, postOf, smallFilm, uploadFilm } from '../../src/testing/films.ts';
import { give, subscribe } from '../../src/testing/posting.ts';

let world: World;
let film: string;
let model: TestPerson;
type Someone =
  | 'guest'
  | 'stranger'
  | 'member'
  | 'buyer'
  | 'refunded'
  | 'blocked'
  | 'elsewhere'
  | 'model'
  | 'support'
  | 'live_stream_manager';
const everyone: readonly Someone[] = [
  'guest',
  'stranger',
  'member',
  'buyer',
  'refunded',
  'blocked',
  'elsewhere',
  'model',
  'support',
  'live_stream_manager',
];
const staff: readonly Someone[] = ['model', 'support', 'live_stream_manager'];
let people: Record<Exclude<Someone, 'guest'>, TestPerson>;

const inLuna = <R>(work: Parameters<World['database']['tenants']['write']>[1]): Promise<R> =>
  world.database.tenants.write(world.tenants.luna, work) as Promise<R>;
const refund = (person: TestPerson, postId: string): Promise<void> =>
  inLuna(async (db) => {
    await db('entitlements')
      .where({ user_id: person.id, content_id: postId })
      .update({ revoked_at: world.clock.now(), revoke_reason: 'refund' });
  });
const block = (person: TestPerson): Promise<void> =>
  inLuna(async (db) => {
    await db('users').where({ id: person.id }).update({ status: 'blocked' });
  });

/** The ready film as another medium, whose objects it shares. */
async function copyOfFilm(over: Record<string, unknown> = {}): Promise<string> {
  const id = v7();
  await inLuna((db) =>
    db.raw('insert into ?? select (jsonb_populate_record(m, ?::jsonb)).* from ?? m where id = ?', [
      db.table('media'),
      JSON.stringify({ id, ...over }),
      db.table('media'),
      film,
    ] as never),
  );
  return id;
}

beforeAll(async () => {
  world = await createWorld();
  ({ model } = world.people.luna);
  const fan = (name: string) => world.person('luna', name);
  people = {
    stranger: world.people.luna.stranger,
    member: await fan('a-member'),
    buyer: await fan('a-buyer'),
    refunded: await fan('a-refunded'),
    blocked: await fan('a-blocked'),
    elsewhere: world.people.mars.fan,
    model,
    support: world.people.luna.support,
    live_stream_manager: world.people.luna.live_stream_manager,
  };
  for (const name of ['member', 'blocked', 'elsewhere'] as const) await subscribe(world, people[name]);
  film = await uploadFilm(world, model, await smallFilm());
  await world.runJobs();
}, 120_000);
afterAll(() => world.close());

/** An address that was signed for somebody, whether or not they may see, also of a variant that nobody signs. */
async function addressFor(who: Someone, media: MediaRow, variant: string, level: MediaLevel = 'full'): Promise<string> {
  const signer = await openMediaSigner(
    world.ctx,
    world.tenants.luna,
    who === 'guest' ? null : people[who].id,
    world.clock.now(),
  );
  return signer.of(media, level).address('blur').replace('/blur/', `/${variant}/`);
}
const ask = async (who: Someone, media: MediaRow, variant: string, level?: MediaLevel) =>
  (
    await fetchMedia(world, await addressFor(who, media, variant, level), {
      ...(who === 'guest' ? {} : { as: people[who] }),
      host: who === 'elsewhere' ? 'mars.test' : 'luna.test',
    })
  ).statusCode;

describe('who may see a medium is what the posts that hold it say, at each request', () => {
  const variants = ['master', 'm360', 'h360', 'mp4', 'sprite', 'thumb', 'w320'];
  const cases: ReadonlyArray<readonly [string, Record<string, unknown>, readonly Someone[]]> = [
    ['public', { visibility: 'public' }, ['guest', 'stranger', 'member', 'buyer', 'refunded', ...staff]],
    ['private', { visibility: 'private' }, ['member', ...staff]],
    ['locked', { visibility: 'locked' }, ['buyer', ...staff]],
    ['scheduled', { visibility: 'public', date: new Date(Date.now() + 86_400_000).toISOString() }, [...staff]],
    ['in no', {}, [...staff]],
  ];
  it.each(cases)('a film in a %s post', async (name, over, allowed) => {
    const id = await copyOfFilm();
    if (name !== 'in no') {
      const post = await postOf(world, model, [id], over);
      for (const one of ['buyer', 'refunded', 'blocked'] as const)
        if (name === 'locked') await give(world, people[one], post._id);
      if (name === 'locked') await refund(people.refunded, post._id);
    }
    if (name === 'public') await block(people.blocked);
    const media = await mediaRow(world, model, id);
    for (const variant of variants) {
      const seen: Someone[] = [];
      for (const who of everyone) if ((await ask(who, media, variant)) === 200) seen.push(who);
      expect({ variant, seen }).toEqual({ variant, seen: everyone.filter((who) => allowed.includes(who)) });
    }
    // The blur has a public address, and nothing else of the private folder has one.
    for (const variant of ['blur', 'manifest', 'h1080']) expect(await ask('model', media, variant)).toBe(404);
  });

  it('a preview is open to whoever may know of the post, and what is paid for is not', async () => {
    const [paid, preview] = [await copyOfFilm(), await copyOfFilm()];
    await postOf(world, model, [paid], { visibility: 'locked', media_preview_item: preview, give_preview_away: true });
    for (const who of ['guest', 'stranger', 'member'] as const) {
      expect([
        await ask(who, await mediaRow(world, model, preview), 'master', 'preview'),
        await ask(who, await mediaRow(world, model, paid), 'master', 'preview'),
      ]).toEqual([200, 404]);
    }
  });

  it("an address of one person is nobody else's, also where both may see", async () => {
    const id = await copyOfFilm();
    await postOf(world, model, [id], { visibility: 'public' });
    const media = await mediaRow(world, model, id);
    const url = await addressFor('member', media, 'master');
    expect(
      [
        await fetchMedia(world, url, { as: people.member }),
        await fetchMedia(world, url, { as: people.buyer }),
        await fetchMedia(world, url),
      ].map(({ statusCode }) => statusCode),
    ).toEqual([200, 404, 404]);
  });
});

describe('an address says how much was signed', () => {
  /** Statuses of a preview's own bytes by a ticket for each level. */
  const byLevels = async (who: Someone, id: string) => {
    const media = await mediaRow(world, model, id);
    return [
      await ask(who, media, 'w320', 'teaser'),
      await ask(who, media, 'w320', 'preview'),
      await ask(who, media, 'w320', 'full'),
    ];
  };

  it('and opens it only to whom as much is open now: all of a preview to a buyer, until a refund', async () => {
    const [paid, preview] = [await copyOfFilm(), await copyOfFilm()];
    const over = { visibility: 'locked', media_preview_item: preview, give_preview_away: true };
    const post = await postOf(world, model, [paid], over);
    expect(await byLevels('stranger', preview)).toEqual([404, 200, 404]);
    await give(world, people.stranger, post._id);
    await expect.poll(() => byLevels('stranger', preview)).toEqual([404, 200, 200]);
    await refund(people.stranger, post._id);
    await expect.poll(() => byLevels('stranger', preview)).toEqual([404, 200, 404]);
    expect(await byLevels('stranger', paid)).toEqual([404, 404, 404]);
  });

  it('so a ticket of a preview opens nothing of a medium that is sold meanwhile', async () => {
    const medium = await copyOfFilm();
    const over = { visibility: 'locked', media_preview_item: medium, give_preview_away: true };
    const post = await postOf(world, model, [await copyOfFilm()], over);
    const url = await addressFor('stranger', await mediaRow(world, model, medium), 'h360', 'preview');
    const status = async () => (await fetchMedia(world, url, { as: people.stranger })).statusCode;
    expect(await status()).toBe(200);
    await inLuna((db) =>
      db('post_media')
        .where({ post_id: post._id, media_id: medium })
        .update({ is_preview: false, given_at: null, position: 7 }),
    );
    await expect.poll(status, { timeout: 20_000, interval: 50 }).toBe(404);
    await give(world, people.stranger, post._id);
    await expect.poll(status, { timeout: 20_000, interval: 50 }).toBe(200);
  });

  it('one that the version before signed works for its variant, as long as access is open', async () => {
    const fan = await world.person('luna', 'from-before');
    await subscribe(world, fan);
    const id = await copyOfFilm();
    await postOf(world, model, [id], { visibility: 'private' });
    const url = formerLink(await world.ctx.secrets.get('media-signing-key'), {
      tenant: world.tenants.luna,
      mediaId: id,
      variant: 'thumb',
      viewer: ['u', fan.id],
      expiresAt: world.clock.now().getTime() + 3_600_000,
    });
    const status = async (path: string) => (await fetchMedia(world, path, { as: fan })).statusCode;
    expect([await status(url), await status(url.replace('/thumb/', '/w320/'))]).toEqual([200, 404]);
    await inLuna((db) => db('subscriptions').where({ user_id: fan.id }).update({ status: '0', status_until: null }));
    await expect.poll(() => status(url), { timeout: 20_000, interval: 50 }).toBe(404);
  });
});

describe('what was lost stops within a second', () => {
  const losses: ReadonlyArray<
    readonly [string, Record<string, unknown>, (fan: TestPerson, postId: string) => Promise<unknown>]
  > = [
    ['a refund', { visibility: 'locked' }, refund],
    [
      'the end of a membership',
      { visibility: 'private' },
      (fan) =>
        inLuna((db) => db('subscriptions').where({ user_id: fan.id }).update({ status: '0', status_until: null })),
    ],
    [
      'a post that is taken out',
      { visibility: 'private' },
      (_fan, id) => world.call('POST /api/blogs/delete', { as: model, body: { id } }),
    ],
    ['a block', { visibility: 'private' }, block],
    [
      'the end of the session',
      { visibility: 'private' },
      (fan) => world.call('POST /api/users/logout', { as: fan, body: {} }),
    ],
  ];
  it.each(losses)('%s', async (_name, over, lose) => {
    const fan = await world.person('luna', `fan-${v7()}`);
    await subscribe(world, fan);
    const id = await copyOfFilm();
    const post = await postOf(world, model, [id], over);
    await give(world, fan, post._id).catch(() => undefined);
    if (over['visibility'] !== 'locked') await refund(fan, post._id);
    const signer = await openMediaSigner(world.ctx, world.tenants.luna, fan.id, world.clock.now());
    const url = signer.of(await mediaRow(world, model, id), 'full').address('h360');
    const status = async () => (await fetchMedia(world, url, { as: fan, headers: { range: 'bytes=0-9' } })).statusCode;
    expect(await status()).toBe(206);
    await lose(fan, post._id);
    await expect.poll(status, { timeout: 20_000, interval: 50 }).toBe(404);
  });

  const suspension = (status: 'suspended' | 'active') =>
    world.database.shared.write(async (db) => {
      await db('tenants').where({ id: world.tenants.luna.id }).update({ status });
    });
  it.each<[string, string, (fan: TestPerson, postId: string) => Promise<unknown>, () => Promise<unknown>]>([
    ['a refund', 'e', refund, async () => undefined],
    ['a suspension of the site', 'f', () => suspension('suspended'), () => suspension('active')],
  ])('also in the middle of an answer: %s', async (_name, letter, lose, undo) => {
    const random = letter.repeat(32);
    const row = await mediaRow(world, model, film);
    const bytes = 64 * 1024 * 1024;
    await world.ctx.storage.put(storageKey(world.tenants.luna, 'private', random, 'h360'), Buffer.alloc(bytes), {
      contentType: 'video/mp4',
      maxBytes: bytes,
    });
    const id = await copyOfFilm({
      private_random: random,
      film: { ...row.film, renditions: row.film!.renditions.map((one) => ({ ...one, bytes })) },
    });
    const post = await postOf(world, model, [id], { visibility: 'locked' });
    const fan = await world.person('luna', `watching-${letter}`);
    await give(world, fan, post._id);
    const signer = await openMediaSigner(world.ctx, world.tenants.luna, fan.id, world.clock.now());
    const path = signer.of(await mediaRow(world, model, id), 'full').address('h360');
    if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = world.app.server.address() as AddressInfo;
    const token = await world.tokenOf(fan);
    const got = await new Promise<{ status: number | undefined; bytes: number; isComplete: boolean; ms: number }>(
      (resolve, reject) => {
        let lostAt = 0;
        httpRequest(
          { port, host: '127.0.0.1', path, headers: { host: 'luna.test', cookie: `session=${token}` } },
          (answer) => {
            let count = 0;
            answer.on('data', (chunk: Buffer) => {
              count += chunk.length;
              answer.pause();
              setTimeout(() => answer.resume(), 5);
            });
            answer.on('error', () => undefined);
            answer.on('close', () =>
              resolve({
                status: answer.statusCode,
                bytes: count,
                isComplete: answer.complete,
                ms: performance.now() - lostAt,
              }),
            );
            setTimeout(() => {
              lostAt = performance.now();
              lose(fan, post._id).catch(reject);
            }, 300);
          },
        )
          .on('error', reject)
          .end();
      },
    );
    await undo();
    await expect.poll(() => world.server.registry.byId(world.tenants.luna.id)?.status).toBe('active');
    expect(got).toMatchObject({ status: 200, isComplete: false });
    expect(got.bytes).toBeLessThan(bytes);
    expect(got.ms).toBeLessThan(4_000);
  });
});

describe('the price of asking', () => {
  it('is one statement, and one a holder, at first and none right after', async () => {
    const id = await copyOfFilm();
    await postOf(world, model, [id], { visibility: 'private' });
    const media = await mediaRow(world, model, id);
    await ask('member', await mediaRow(world, model, film), 'thumb');
    const asked = async (enough: number) =>
      (await fewestStatements(enough, async () => expect(await ask('member', media, 'thumb')).toBe(200))).length;
    expect(await asked(Infinity)).toBe(2);
    expect(await asked(0)).toBe(0);
  });
});
