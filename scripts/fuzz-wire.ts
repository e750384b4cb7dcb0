import { fuzzWire } from '@backlot/server/testing/fuzz/fuzz-wire';
import { createWorld } from '@backlot/server/testing/world';
import { parseArgs } from 'node:util';

// npm run fuzz:wire [-- --requests 100000 --seed 1]: mutated calls, forms, frames and bytes against the whole server; none may end its process.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [count, seed] = [Number(values.requests), Number(values.seed)];
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error('Usage: npm run fuzz:wire -- --requests <number> --seed <number>');
  process.exit(2);
}
console.log(`${count} requests, seed ${seed}`);
const from = performance.now();
const world = await createWorld();
const { answers, faults, escaped, isAlive } = await fuzzWire(world, {
  seed,
  count,
  onProgress: (done) => {
    if (done % 5_000 === 0) console.log(`  ${done} requests, ${Math.round((performance.now() - from) / 1000)} s`);
  },
});
await world.close();
console.log(`  ${[...answers].map(([answer, times]) => `${answer} ${times}`).join(', ')}`);
const wrongs = [
  ...escaped.map((error) => `escaped: ${error}`),
  ...faults,
  ...(isAlive ? [] : ['a site does not answer any more']),
];
for (const wrong of wrongs.slice(0, 50)) console.error(`  ! ${wrong}`);
console.log(
  wrongs.length === 0
    ? 'No process ended, nothing answered 500.'
    : `${wrongs.length} faults. Again with: npm run fuzz:wire -- --requests ${count} --seed ${seed}`,
);
process.exit(wrongs.length === 0 ? 0 : 1);
