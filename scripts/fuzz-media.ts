import { runHostile } from '@backlot/media/testing/hostile-run';
import { parseArgs } from 'node:util';

// npm run fuzz:media [-- --files 2000 --seed 1]: hostile photos, films and what only says that it is one, through the real pipelines.

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [count, seed] = [Number(values.files), Number(values.seed)];
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error('Usage: npm run fuzz:media -- --files <number> --seed <number>');
  process.exit(2);
}
console.log(`${count} files, seed ${seed}`);
const from = performance.now();
let done = 0;
const { ends, faults, asked, canaryRead, peakBytes, slowest, leftovers } = await runHostile({
  seed,
  count,
  onFile: () => {
    done += 1;
    if (done % 200 === 0) console.log(`  ${done} files, ${Math.round((performance.now() - from) / 1000)} s`);
  },
});
const peak = Math.round(peakBytes / 2 ** 20);
console.log(`  ${[...ends].map(([end, times]) => `${end} ${times}`).join(', ')}`);
console.log(`  at most ${peak} MiB, at most ${(slowest.ms / 1000).toFixed(1)} s (${slowest.name})`);
if (canaryRead === null) console.log('  (this file system keeps no times of reading: nobody watched the file outside)');

const wrongs = [
  ...faults,
  ...(asked > 0 ? [`the network was asked ${asked} times`] : []),
  ...(canaryRead === true ? ['a file outside the folder of its job was read'] : []),
  ...(peak > 512 ? [`${peak} MiB are more than 512`] : []),
  ...(slowest.ms > 30_000 ? [`${slowest.name} took longer than 30 s`] : []),
  ...leftovers.map((name) => `${name} was left behind`),
];
for (const wrong of wrongs) console.error(`  ! ${wrong}`);
console.log(
  wrongs.length === 0
    ? 'Nothing got out, nothing fell over.'
    : `Again with: npm run fuzz:media -- --files ${count} --seed ${seed}`,
);
process.exit(wrongs.length === 0 ? 0 : 1);
