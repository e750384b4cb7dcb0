import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCallWindows } from '../../src/features/accounts/people/call-windows.ts';
import { openLevels } from '../../src/tries/levels.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { openTries, type TriesStore } from '../../src/tries/tries.ts';

describe('tries that processes count together', () => {
  let world: World;
  /** Of two processes. */
  let [one, other]: TriesStore[] = [];
  beforeAll(async () => {
    world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
    [one, other] = [openTries(world.ctx), openTries(world.ctx)];
  });
  afterAll(() => world.close());
  const allowance = { free: 5, leakSeconds: 600 };
  const now = () => world.clock.now();

  it('what is taken back leaves what others added, also where more came at once than are counted', async () => {
    const processes = [one!, other!].map((tries) => openLevels(world.clock, tries));
    const counted = [{ name: 'maren', allowance }];
    const added = await Promise.all(Array.from({ length: 200 }, (_, n) => processes[n % 2]!.add(counted)));
    const levels = added.map(({ before }) => before[0]!).toSorted((a, b) => a - b);
    expect(levels.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, n) => n));
    expect(new Set(levels.slice(60))).toEqual(new Set([60]));
    // In the order in which they were counted: who came after the sixtieth added nothing.
    const inOrder = added.toSorted((a, b) => a.before[0]! - b.before[0]!);
    await Promise.all(inOrder.slice(5).map(({ takeBack }) => takeBack()));
    expect((await processes[0]!.add(counted)).before).toEqual([5]);
    expect(processes[0]!.cached(counted[0]!)).toBe(6);
    world.clock.advance(3 * 600_000);
    expect((await processes[1]!.add(counted)).before).toEqual([3]);
  });

  it("a line's calls are one number, of which each process takes a part", async () => {
    const processes = [one!, other!].map((tries) => openCallWindows(world.clock, tries));
    const calls = { max: 40, seconds: 300 };
    await Promise.all(Array.from({ length: 40 }, (_, n) => processes[n < 20 ? 0 : 1]!.take('line', calls)));
    for (const process of processes)
      await expect(process.take('line', calls)).rejects.toMatchObject({ code: 'too-many-requests' });
    await processes[0]!.take('another', calls);
  });

  it('a key is claimed once, and again once that is over or was long before', async () => {
    const claim = (tries: TriesStore | undefined, since: Date) => tries!.claim('check', since, 60_000, now());
    const never = new Date(0);
    const claims = await Promise.all([claim(one, never), claim(other, never), claim(one, never)]);
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claim(other, new Date(now().getTime() - 1))).toBe(false);
    expect(await claim(other, now())).toBe(true);
  });
});
