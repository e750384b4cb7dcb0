import { parseArgs } from 'node:util';
import { runSoak, sliceSize } from './soak/run-soak.ts';
import { sabotageNames } from './soak/sabotages.ts';

// npm run soak [-- --requests 1000000 --seed 1 --sabotage <name> --json]: asks two servers of twenty sites for everything at
// once while settings and posts change, clients go away and connections are cut, and looks for what is of another or old.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    sabotage: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];
const sabotage = sabotageNames.find((name) => name === values.sabotage) ?? null;
if (!Number.isInteger(requests) || requests < 1 || !Number.isInteger(seed)) {
  console.error('Usage: npm run soak -- --requests <number> --seed <number> [--sabotage <name>] [--json]');
  process.exit(2);
}
if (values.sabotage !== undefined && sabotage === null) {
  console.error(`There are these sabotages: ${sabotageNames.join(', ')}.`);
  process.exit(2);
}
const say = (text: string): void => {
  if (!values.json) console.log(text);
};
say(`${requests} requests, seed ${seed}${sabotage === null ? '' : `, sabotage ${sabotage}`}`);
const { tally, wrong } = await runSoak({ seed, requests, sabotage, report: (text) => say(`  ${text}`) });
const { kinds, ...sums } = tally;
if (values.json) console.log(JSON.stringify({ ...sums, kinds: Object.fromEntries(kinds), wrong }));
say(
  `  ${sums.asked} asked, ${sums.answered} answered, ${sums.aborted} left by the client, ${sums.excused} refused while something failed; ` +
    `${sums.changed} changes, ${sums.terminated} connections ended, ${sums.cuts} cuts of Redis, ${sums.frames} frames of sockets`,
);
say(`  ${[...kinds].map(([kind, times]) => `${kind} ${times}`).join(', ')}`);
for (const { seed: number, index, kind, asked, text } of wrong)
  say(`! seed ${number}, request ${index} (${kind}), ${asked}: ${text}`);
if (wrong[0])
  say(
    `Again with: npm run soak -- --seed ${wrong[0].seed} --requests ${sliceSize}${sabotage === null ? '' : ` --sabotage ${sabotage}`}`,
  );
else say('Nothing of another was shown, and nothing that was older than a second.');
process.exit(wrong.length === 0 ? 0 : 1);
