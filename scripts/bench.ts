import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { startDemoSite } from '@backlot/testing/demo-site';
import { benchAskedMost } from './bench/asked-most.ts';
import { benchCheckout } from './bench/checkout.ts';
import { benchLanding } from './bench/first-paint.ts';
import { benchFleet } from './bench/fleet.ts';
import { benchLedger } from './bench/ledger.ts';
import { benchLookUp } from './bench/look-up.ts';
import { benchMedia } from './bench/media.ts';
import { benchQuote } from './bench/money-quote.ts';
import { benchRenewals } from './bench/renewals.ts';
import type { BenchResult } from './bench/result.ts';
import { benchFeed, benchTokenRoute } from './bench/routes.ts';
import { benchSites } from './bench/sites.ts';
import { benchWalletPurchase } from './bench/wallet-purchase.ts';
import { openBenchWorld } from './bench/world.ts';

// `npm run bench [-- --json] [-- --entries=1000000] [-- --sites=1000] [-- --rounds=2] [-- name …]`: figures of this machine,
// each against its target. `--entries`: size of the books for `ledger`, ten million unless given. `--sites`: of `sites`, which
// alone runs where no name is given, and of `fleet`; 50 unless given. `--rounds`: of `media`, to see in a short time that it
// runs; a figure wants the usual number. A number may also stand behind its option, `--sites 1000`.
const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    entries: { type: 'string' },
    sites: { type: 'string' },
    rounds: { type: 'string' },
  },
});
const { json = false } = values;
const POSTS = 2_000;
const entries = Number(values.entries ?? 10_000_000);
if (!Number.isInteger(entries) || entries < 10_000) throw new Error('--entries is a number from 10,000 on.');

const sites = Number(values.sites ?? 50);
if (!Number.isInteger(sites) || sites < 10) throw new Error('--sites is a number from 10 on.');
if (values.sites !== undefined && chosen.length === 0) chosen.push('sites');

const rounds = Number(values.rounds ?? 0);
if (!Number.isInteger(rounds) || rounds < 0) throw new Error('--rounds is a number from 1 on.');

const benches: Record<string, () => Promise<BenchResult[]>> = {
  server: async () => {
    const bench = await openBenchWorld(POSTS);
    try {
      return [...(await benchLookUp(bench)), ...(await benchTokenRoute(bench)), ...(await benchFeed(bench))];
    } finally {
      await bench.close();
    }
  },
  asked: () => benchAskedMost(POSTS),
  money: async () => [...benchQuote(), ...(await benchWalletPurchase())],
  checkout: benchCheckout,
  ledger: () => benchLedger(entries),
  renewals: benchRenewals,
  fleet: () => benchFleet(sites),
  sites: () => benchSites(sites),
  media: () => benchMedia(rounds || undefined),
  landing: async () => {
    const site = await startDemoSite();
    try {
      return await benchLanding(`http://clay.localhost:${site.port}/`);
    } finally {
      await site.stop();
    }
  },
};

const results: BenchResult[] = [];
for (const [name, run] of Object.entries(benches)) {
  if (chosen.length === 0 || chosen.includes(name)) results.push(...(await run()));
}
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
};
if (json) process.stdout.write(`${JSON.stringify({ machine, results }, null, 2)}\n`);
else {
  process.stdout.write(`${machine.cores} × ${machine.cpu}, ${machine.memoryGiB} GiB, Node ${machine.node}\n\n`);
  for (const { name, figure, unit, target, met, spread, rounds: of } of results) {
    const middle = spread ? `; middle half of ${of} rounds from ${spread[0]} to ${spread[1]}` : '';
    process.stdout.write(`${met ? '  ok ' : '  NOT'}  ${name}: ${figure} ${unit} (target ${target}${middle})\n`);
  }
}
process.exit(results.every(({ met }) => met) ? 0 : 1);
