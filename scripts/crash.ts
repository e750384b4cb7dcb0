import { parseArgs } from 'node:util';
import { runCrash } from './crash/run-crash.ts';

// npm run crash [-- --kills 500 --seed 1]: kills two servers of the same sites, one or the other or both, during checkouts,
// renewals, cancellations and refunds and looks whether the money is right.

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  console.error('Usage: npm run crash -- --kills <number> --seed <number>');
  process.exit(2);
}
console.log(`${kills} kills, seed ${seed}`);
const { servers, outages, charges, renewals, refunded, chargedBack, owed, cancelled, shopping, lies } = await runCrash({
  kills,
  seed,
  report: (text) => console.log(`  ${text}`),
});
console.log(
  `  ${shopping.asked} requests, ${shopping.answered} answered, ${shopping.broken} broken off; ` +
    `${charges} charges, ${renewals} of them renewals, ${refunded} given back, ${owed} of them owed at first, ` +
    `${chargedBack} taken back by banks; ${cancelled} fans cancelled`,
);
for (const [index, { kills: times, answered, renewals: charged }] of servers.entries())
  console.log(`  server ${index + 1}: killed ${times} times, ${answered} answers, ${charged} renewals`);
console.log(`  ${outages} times both died within a moment`);
console.log(`  refusals: ${[...shopping.refusals].map(([code, times]) => `${code} ${times}`).join(', ')}`);
for (const lie of lies.slice(0, 50)) console.error(`  ! ${lie}`);
console.log(
  lies.length === 0
    ? 'Every charge is in the ledger once, the books balance, access is what was paid.'
    : `${lies.length} lies. Again with: npm run crash -- --kills ${kills} --seed ${seed}`,
);
process.exit(lies.length === 0 ? 0 : 1);
