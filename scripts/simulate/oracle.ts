import { judgeAccess } from './judge-access.ts';
import { judgeBooks } from './judge-books.ts';
import { readRecords } from './read-records.ts';
import type { SiteName } from '@backlot/server/testing/world';
import { quieten } from './quieten.ts';
import type { Simulation } from './simulation.ts';

/**
 * Brings everything to rest and compares what the product says with what the providers took and with the plain model. It
 * reads rows by its own statements and shares no rule with the product.
 */
export async function judge(simulation: Simulation): Promise<void> {
  const { town, violations, model } = simulation;
  for (const text of await quieten(simulation))
    violations.push({ invariant: 'never quiet', text, fan: null, event: model.event });
  for (const site of Object.keys(town.schemas) as SiteName[]) {
    const records = await readRecords(town, site);
    judgeBooks(simulation, site, records);
    await judgeAccess(simulation, site, records);
  }
}
