import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { dayMs } from '@backlot/domain/formats/when';
import { evidenceDays } from '@backlot/domain/money/dispute-window';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listViewDays } from '../../src/features/disputes/evidence/given-access-rows.ts';
import { forgetViewsJob } from '../../src/features/media/serve/forget-views.ts';
import { insertViews, type MediaViewRow } from '../../src/features/media/serve/view-rows.ts';
import { openMediaSigner } from '../../src/features/media/index.ts';
import { dueJobs } from '../../src/jobs/due.ts';
import { fetchMedia, mediaRow } from '../../src/testing/films.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { makePost, subscribe } from '../../src/testing/posting.ts';
import { withoutTable } from '../../src/testing/schema-before.ts';
import { evidenceOn, instant, line } from './evidence-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const { evidenceOf } = evidenceOn(() => world);
const model = () => world.people.luna.model;

interface Picture {
  readonly post: string;
  readonly media: string;
}
const pictureIn = async (over: object): Promise<Picture> => {
  const { _id: post, media } = await makePost(world, model(), { ...over });
  return { post, media: media[0]._id };
};
interface Asking {
  readonly variant?: string;
  readonly host?: string;
  readonly method?: 'HEAD';
  readonly headers?: Record<string, string>;
}
/** Opens a picture as a page does. */
async function open(
  as: TestPerson | null,
  { media }: Picture,
  { variant = 'w320', host = 'luna.test', ...asking }: Asking = {},
) {
  const signer = await openMediaSigner(world.ctx, world.tenants.luna, as?.id ?? null, world.clock.now());
  const url = signer
    .of(await mediaRow(world, model(), media), 'full')
    .address('blur')
    .replace('/blur/', `/${variant}/`);
  return fetchMedia(world, url, {
    ...(as ? { as } : {}),
    host,
    ...asking,
    headers: { 'user-agent': 'Looking/1.0', ...asking.headers },
  });
}
const opened = async (...asked: Parameters<typeof open>) => expect((await open(...asked)).statusCode).toBe(200);
const viewsOf = (person: TestPerson) =>
  world.database.tenants.read(person.tenant, (db) =>
    db('media_views').where({ user_id: person.id }).orderBy('at').orderBy('id').select('*'),
  );
/** Writing is not waited for: what is written at all is there once a later view is. */
const viewsOnceThereAre = async (person: TestPerson, count: number) => {
  await expect.poll(async () => (await viewsOf(person)).length).toBe(count);
  return viewsOf(person);
};
const boughtBy = async (fan: TestPerson): Promise<Picture> => {
  const picture = await pictureIn({ amount: 9 });
  const { status, text } = await world.buy(fan, picture.post);
  if (status !== 200) throw new Error(text);
  await world.settle();
  return picture;
};
const entitlementOf = (fan: TestPerson, { post }: Picture) =>
  world.database.tenants.read(fan.tenant, (db) =>
    db('entitlements').where({ user_id: fan.id, content_id: post }).first('id'),
  );
const forget = () =>
  forgetViewsJob.run({ ctx: world.ctx, tenant: world.tenants.luna, payload: {}, attempt: 1, log: world.ctx.log });

describe('a view of what was paid for', () => {
  it('is one row a person, purchase and day: of the first time, with where it was asked from', async () => {
    const fan = await world.member();
    const picture = await boughtBy(fan);
    const first = world.clock.now();
    await opened(fan, picture);
    world.clock.advance(60_000);
    await opened(fan, picture, { variant: 'w640' });
    world.clock.advance(dayMs);
    await opened(fan, picture);
    const views = await viewsOnceThereAre(fan, 2);
    expect(views[0]).toMatchObject({
      entitlement_id: (await entitlementOf(fan, picture))!.id,
      at: first,
      address: '203.0.113.7',
      user_agent: 'Looking/1.0',
    });
    expect(views[1]!.at).toEqual(world.clock.now());
  });

  it('of a membership is one row a day, whatever it opened', async () => {
    const fan = await world.member();
    for (let n = 0; n < 2; n += 1) await opened(fan, await pictureIn({ visibility: 'private' }));
    const other = await boughtBy(fan);
    await opened(fan, other);
    const views = await viewsOnceThereAre(fan, 2);
    expect(views.map(({ entitlement_id: id }) => id)).toEqual([null, (await entitlementOf(fan, other))!.id]);
  });

  it('is noted of nobody who did not pay for it, and of no thumbnail', async () => {
    const [fan, given, guest] = [await world.member(), await world.fresh(), await world.fresh()];
    await subscribe(world, given);
    await world.database.tenants.write(given.tenant, (db) =>
      db('subscriptions').where({ user_id: given.id }).update({ is_complimentary: true }),
    );
    const [open_, members, bought] = [
      await pictureIn({ visibility: 'public' }),
      await pictureIn({ visibility: 'private' }),
      await boughtBy(fan),
    ];
    await opened(null, open_);
    for (const person of [fan, given, guest, model(), world.people.luna.support]) await opened(person, open_);
    for (const staff of [model(), world.people.luna.support]) await opened(staff, bought);
    await opened(given, members);
    await opened(fan, bought, { variant: 'thumb' });
    expect((await open(guest, bought)).statusCode).toBe(404);
    expect((await open(world.people.mars.fan, bought, { host: 'mars.test' })).statusCode).toBe(404);
    await opened(fan, members);
    expect((await viewsOnceThereAre(fan, 1))[0]!.entitlement_id).toBeNull();
    for (const person of [given, guest, model(), world.people.luna.support, world.people.mars.fan])
      expect(await viewsOf(person)).toEqual([]);
  });

  it('of a stretch that was paid for is noted though more is given on top of it', async () => {
    const fan = await world.member();
    await world.call('POST /api/cancel-subscription', { as: fan, body: {} });
    const gift = { user_id: fan.id, months: 1, reason: 'won the raffle' };
    const { status } = await world.call('POST /api/admin/give_complimentary_subscription', { as: model(), body: gift });
    expect(status).toBe(200);
    const members = () => pictureIn({ visibility: 'private' });
    await opened(fan, await members());
    await viewsOnceThereAre(fan, 1);
    // Within the gift.
    world.clock.advance(45 * dayMs);
    const bought = await boughtBy(fan);
    await opened(fan, await members());
    await opened(fan, bought);
    expect((await viewsOnceThereAre(fan, 2)).map(({ entitlement_id: id }) => id === null)).toEqual([true, false]);
  });

  it('is noted after the end of what was paid for, while a renewal of it is awaited', async () => {
    const fan = await world.member();
    await world.settle();
    const { ends_at: end } = (await world.database.tenants.read(fan.tenant, (db) =>
      db('subscriptions').where({ user_id: fan.id }).first('ends_at'),
    ))!;
    world.clock.set(new Date(end!.getTime() + 3_600_000));
    await opened(fan, await pictureIn({ visibility: 'private' }));
    await viewsOnceThereAre(fan, 1);
  });

  it('is written by two processes at once without a deadlock', async () => {
    const fan = await world.member();
    const days = Array.from({ length: 400 }, (_, n) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10));
    const rowsOf = (listed: readonly string[]): MediaViewRow[] =>
      listed.map((day) => ({
        id: v7(),
        user_id: fan.id,
        entitlement_id: null,
        day,
        at: new Date(`${day}T12:00:00Z`),
        address: '203.0.113.7',
        user_agent: 'Looking/1.0',
      }));
    for (let round = 0; round < 5; round += 1) {
      await world.database.tenants.write(fan.tenant, (db) => db('media_views').where({ user_id: fan.id }).delete());
      await Promise.all(
        [days, days.toReversed()].map((listed) =>
          world.database.tenants.write(fan.tenant, (db) => insertViews(db, rowsOf(listed))),
        ),
      );
      expect(await viewsOf(fan)).toHaveLength(days.length);
    }
  });

  it('is noted where bytes go out: not for a question about them, nor where the browser has them still', async () => {
    const fan = await world.member();
    const [picture, other] = [await boughtBy(fan), await boughtBy(fan)];
    const { headers } = await open(model(), picture);
    const etag = String(headers['etag']);
    expect((await open(fan, picture, { method: 'HEAD' })).statusCode).toBe(200);
    expect((await open(fan, picture, { headers: { 'if-none-match': etag } })).statusCode).toBe(304);
    expect((await open(fan, picture, { headers: { range: 'bytes=999999999-' } })).statusCode).toBe(416);
    await opened(fan, other);
    expect((await viewsOnceThereAre(fan, 1))[0]!.entitlement_id).toBe((await entitlementOf(fan, other))!.id);
    expect((await open(fan, picture, { headers: { range: 'bytes=0-9' } })).statusCode).toBe(206);
    await viewsOnceThereAre(fan, 2);
  });

  it('costs one statement a day, which no answer waits for, and the feed none', async () => {
    const fan = await world.member();
    const picture = await boughtBy(fan);
    const noting = async (act: () => Promise<unknown>, isDone: () => Promise<void>) => {
      const recording = recordStatements();
      await act().then(isDone);
      return recording.stop().filter(({ text }) => text.includes('media_views') && text.includes('insert')).length;
    };
    const nothing = async () => undefined;
    expect(await noting(() => world.call('GET /api/blogs', { as: fan }), nothing)).toBe(0);
    const isThere = async () => void (await viewsOnceThereAre(fan, 1));
    expect(await noting(() => opened(fan, picture), isThere)).toBe(1);
    expect(await noting(() => opened(fan, picture, { variant: 'w640' }), isThere)).toBe(0);
  });

  it('fails no answer where the table is not there yet, and the job has nothing to forget', async () => {
    const fan = await world.member();
    const picture = await boughtBy(fan);
    const text = await withoutTable(world.databaseUrl, world.tenants.luna, 'media_views', async () => {
      await opened(fan, picture);
      await forget();
      return evidenceOf(fan, 'post');
    });
    expect(line(text, 'Pictures and films shown')).toBe('not recorded');
  });
});

describe('the evidence about a dispute', () => {
  it('tells on which days what was bought was opened, and from where', async () => {
    const fan = await world.member();
    const [picture, other] = [await boughtBy(fan), await boughtBy(fan)];
    const first = world.clock.now();
    await opened(fan, picture);
    for (let day = 1; day < 23; day += 1) {
      world.clock.advance(dayMs);
      await opened(fan, picture);
    }
    await opened(fan, other);
    await viewsOnceThereAre(fan, 24);
    const text = await evidenceOf(fan, 'post');
    expect(line(text, 'Pictures and films shown')).toBe('on 23 days');
    expect(line(text, 'First shown')).toBe(`${instant(first)}, from 203.0.113.7`);
    expect(line(text, 'First shown on the last day')).toBe(instant(world.clock.now()));
    expect(text).toContain('Looking/1.0');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('The table shows the first 20 days.');
  });

  it('tells it of a membership for the time that was paid, and of nothing where nobody looked', async () => {
    const [fan, other] = [await world.member(), await world.member()];
    await world.settle();
    await opened(fan, await pictureIn({ visibility: 'private' }));
    await opened(fan, await boughtBy(fan));
    await viewsOnceThereAre(fan, 2);
    expect(line(await evidenceOf(fan, 'membership'), 'Pictures and films shown')).toBe('on 1 day');
    expect(line(await evidenceOf(other, 'membership'), 'Pictures and films shown')).toBe('not recorded');
  });

  it('finds the days by an index', async () => {
    const fan = await world.member();
    await world.settle();
    const { transactionId } = (await world.database.tenants.read(fan.tenant, (db) =>
      db('ledger_transactions').where({ user_id: fan.id }).first('id as transactionId'),
    ))!;
    const recording = recordStatements();
    await world.database.tenants.read(fan.tenant, (db) => listViewDays(db, fan.id, transactionId, 20));
    const statement = recording.stop().find(({ text }) => text.includes('media_views'))!;
    expect(await indexesAskedBy(world.databaseUrl, statement)).toContain('one_view_a_day');
  });
});

it('C12 views are kept as long as a payment may be disputed, and then forgotten', async () => {
  const fan = await world.member();
  await world.settle();
  const picture = await boughtBy(fan);
  await opened(fan, picture);
  await viewsOnceThereAre(fan, 1);
  const isDue = async () => (await dueJobs(world.ctx, world.tenants.luna, [forgetViewsJob])).length > 0;
  world.clock.advance(evidenceDays * dayMs);
  await forget();
  expect(await viewsOf(fan)).toHaveLength(1);
  world.clock.advance(dayMs);
  expect(await isDue()).toBe(true);
  await forget();
  expect([await viewsOf(fan), await isDue()]).toEqual([[], false]);
});
