import { checkAccess } from './check-access.ts';
import { checkBooks } from './check-books.ts';
import { checkTerms } from './check-terms.ts';
import { checkSeries } from './check-series.ts';
import { readRecords } from './read-records.ts';
import { checkBooksJob } from '@backlot/server/features/ledger/seal/check-books';
import type { SiteName } from '@backlot/server/testing/world';
import { drain } from './drain.ts';
import { refreshWallets, type Simulation } from './simulation.ts';

/**
 * Drains everything that is under way, then compares what the product says with what the providers took and with the model.
 * It reads rows by its own statements and shares no rule with the product.
 */
export async function checkInvariants(simulation: Simulation): Promise<void> {
  const { harness, violations, model } = simulation;
  for (const text of await drain(simulation))
    violations.push({ invariant: 'never settles', text, fan: null, event: model.event });
  await refreshWallets(simulation);
  for (const site of Object.keys(harness.schemas) as SiteName[]) {
    const records = await readRecords(harness, site);
    checkBooks(simulation, site, records);
    checkTerms(simulation, site, records);
    if (site === harness.form.site) checkSeries(simulation, records);
    await checkAccess(simulation, site, records);
  }
}

/**
 * What the product compares each night by itself finds nothing: an alarm that is false is soon read by nobody. Dear, as it
 * reads all that is sealed: once a slice.
 */
export async function checkNight({ harness, violations, model }: Simulation): Promise<void> {
  const { ctx, tenants } = harness.world;
  for (const site of Object.keys(harness.schemas) as SiteName[])
    try {
      await checkBooksJob.run({ ctx, tenant: tenants[site], payload: {}, attempt: 1, log: ctx.log });
    } catch (error) {
      violations.push({ invariant: 'alarm of the night', text: String(error), fan: null, event: model.event });
    }
}
