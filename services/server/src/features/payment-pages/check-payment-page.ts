import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { scheduledJob } from '../../jobs/job.ts';
import { foreignScripts } from '../../sites/script-sources.ts';
import { siteAddress } from '../../sites/site-address.ts';
import { comparePage, filesOf, type Difference, type Inventory } from './compare-page.ts';

/** Written by the front end's build, which names each script with its hash and its reason. */
const inventoryFile = new URL('../../../../web/dist/client/script-inventory.json', import.meta.url);
const patienceMs = 10_000;
/** A page begins with fewer. */
const mostFiles = 80;

/**
 * Fetches the page that takes cards as a browser does, by the site's own address and through all that lies before it, and
 * raises an alarm, as a failed job too, where its scripts or its policy are not those that were built.
 */
export const checkPaymentPageJob = scheduledJob({
  name: 'check-payment-page',
  schedule: '41 * * * *',
  lane: 'reports',
  spreadMs: 50 * 60_000,
  async run({ ctx, tenant, log, signal }) {
    const inventory = await readInventory();
    if (inventory === null) return log.warn('the front end has not been built: its pages are compared with nothing');
    const settings = await ctx.settings.of(tenant);
    const differences = await differencesAt(
      siteAddress(ctx.config, tenant),
      inventory,
      foreignScripts(settings, ctx.config),
      signal,
    ).catch((error: unknown) => {
      log.warn({ err: error }, 'the page that takes cards could not be looked at');
      return [];
    });
    if (differences.length === 0) return;
    log.error({ alarm: 'payment-page', differences }, 'the page that takes cards is not as it was built');
    throw new Error('The page that takes cards is not as it was built.');
  },
});

async function readInventory(): Promise<Inventory | null> {
  try {
    return JSON.parse(await readFile(inventoryFile, 'utf8')) as Inventory;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/** Of the page and of the files that it begins with. @throws what `fetch` throws where the site does not answer */
export async function differencesAt(
  site: string,
  inventory: Inventory,
  allowed: readonly string[],
  stopped?: AbortSignal,
): Promise<readonly Difference[]> {
  const get = (path: string): Promise<Response> =>
    fetch(new URL(path, site), {
      signal: AbortSignal.any([AbortSignal.timeout(patienceMs), ...(stopped ? [stopped] : [])]),
    });
  const answer = await get('/subscribe');
  const html = await answer.text();
  const found = [...comparePage({ html, policy: answer.headers.get('content-security-policy') }, inventory, allowed)];
  const built = new Map(inventory.files.map(({ address, integrity }) => [address, integrity]));
  for (const file of filesOf(html).slice(0, mostFiles)) {
    const integrity = built.get(file);
    if (integrity === undefined) continue;
    const bytes = Buffer.from(await (await get(file)).arrayBuffer());
    if (`sha256-${createHash('sha256').update(bytes).digest('base64')}` !== integrity)
      found.push({ problem: 'script-hash', what: file });
  }
  return found;
}
