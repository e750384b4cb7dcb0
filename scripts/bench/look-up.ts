import { openTenantRegistry } from '@backlot/server/sites/tenant-registry';
import { median, result, type BenchResult } from './result.ts';
import type { BenchWorld } from './world.ts';

/** Host → tenant, in memory, as every request does it. */
export async function benchLookUp({ world }: BenchWorld): Promise<BenchResult[]> {
  const registry = await openTenantRegistry({
    database: world.database,
    platformHost: 'platform.localhost',
    log: world.ctx.log,
  });
  const hosts = ['luna.test', 'api.luna.test:8000', 'mars.test', 'api.mars.test'];
  const rounds = Array.from({ length: 9 }, () => {
    const times = 400_000;
    const from = process.hrtime.bigint();
    let found = 0;
    for (let n = 0; n < times; n += 1) if (registry.match(hosts[n & 3]).kind !== 'unknown') found += 1;
    if (found !== times) throw new Error('A host was not found.');
    return Number(process.hrtime.bigint() - from) / times / 1000;
  });
  await registry.close();
  return [result('host to tenant look-up', median(rounds), 'µs', '<', 1)];
}
