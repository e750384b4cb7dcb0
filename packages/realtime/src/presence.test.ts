import { expect, it } from 'vitest';
import type { Bus } from './bus.ts';
import { openMemoryBus } from './memory-bus.ts';
import { openPresence } from './presence.ts';

it('a process that is silent has gone with everybody on it, and one that comes later learns who is there', async () => {
  const bus = openMemoryBus(() => undefined);
  let isCut = false;
  const cuttable: Bus = {
    ...bus,
    publish: (channel, message) => {
      if (!isCut) bus.publish(channel, message);
    },
  };
  const [here, there] = [openPresence(bus, { aliveEveryMs: 40 }), openPresence(cuttable, { aliveEveryMs: 40 })];
  here.enter('site', 'user:1');
  const leave = there.enter('site', 'user:1');
  there.enter('site', 'user:2');
  expect([here.countOf('site'), there.countOf('site'), here.countOf('another')]).toEqual([2, 2, 0]);
  leave();
  leave();
  expect([here.countOf('site'), there.countOf('site')]).toEqual([2, 2]);
  const late = openPresence(bus, { aliveEveryMs: 40 });
  expect(late.countOf('site')).toBe(2);
  isCut = true;
  there.enter('site', 'user:3');
  await expect.poll(() => here.countOf('site'), { timeout: 20_000 }).toBe(1);
  isCut = false;
  await expect.poll(() => here.countOf('site'), { timeout: 20_000 }).toBe(3);
  for (const one of [here, there, late]) one.close();
});
