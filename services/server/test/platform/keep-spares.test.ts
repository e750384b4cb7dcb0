import { withOwner } from '@backlot/database/owner';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configFrom } from '../../src/config.ts';
import { keepSparesJob } from '../../src/features/platform/keep-spares.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
}, 60_000);
afterAll(() => world.close());

const spares = async (): Promise<number> =>
  withOwner(
    world.databaseUrl,
    async (owner) =>
      (await owner.query<{ count: number }>('select count(*)::int as count from shared.spares')).rows[0]!.count,
  );
const keep = (spareSites: number): Promise<void> => {
  const ctx = { ...world.ctx, config: { ...world.ctx.config, spareSites } };
  return keepSparesJob.run({ ctx, payload: {}, log: ctx.log });
};
const settingsAt = async (host: string): Promise<number> =>
  (await world.app.inject({ method: 'GET', url: '/api/app_settings/get', headers: { host } })).statusCode;

it('as many spares are kept as the deployment says, in production two and elsewhere none', async () => {
  expect(configFrom({}).spareSites).toBe(0);
  expect(configFrom({ SPARE_SITES: '7' }).spareSites).toBe(7);
  const production = { NODE_ENV: 'production', PUBLIC_SCHEME: 'http' };
  expect(configFrom(production).spareSites).toBe(2);
  expect(configFrom({ ...production, SPARE_SITES: '0' }).spareSites).toBe(0);
  for (const wrong of ['-1', '1.5', 'many', '100'])
    expect(() => configFrom({ SPARE_SITES: wrong })).toThrow('SPARE_SITES');
  await keep(0);
  expect(await spares()).toBe(0);
  await keep(2);
  await keep(2);
  expect(await spares()).toBe(2);
}, 60_000);

it('a site on a spare answers as soon as servers hear of it, and the spare is made up for', async () => {
  await keep(1);
  const before = await spares();
  await world.database.provision({ slug: 'venus', hosts: ['venus.test'] });
  expect(await spares()).toBe(before - 1);
  await expect.poll(() => settingsAt('venus.test'), { timeout: 20_000 }).toBe(200);
  await keep(before);
  expect(await spares()).toBe(before);
}, 60_000);
