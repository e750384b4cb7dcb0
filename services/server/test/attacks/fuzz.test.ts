import { expect, it } from 'vitest';
import { fuzzWire } from '../../src/testing/fuzz/fuzz-wire.ts';
import { createWorld } from '../../src/testing/world.ts';

// A slice of `npm run fuzz:wire`, which sends 100,000.
it('1,000 mutated calls, forms, frames and bytes end no process, and none is answered with 500', async () => {
  const world = await createWorld();
  const report = await fuzzWire(world, { seed: 20_261, count: 1_000 });
  await world.close();
  expect(report).toMatchObject({ faults: [], escaped: [], isAlive: true });
  expect(report.answers.get('4xx')).toBeGreaterThan(300);
  expect(report.answers.get('2xx')).toBeGreaterThan(30);
}, 120_000);
