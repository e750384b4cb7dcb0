import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { scheduledJob } from '../../jobs/job.ts';
import { foreignScripts } from '../../sites/script-sources.ts';
import { siteAddress } from '../../sites/site-address.ts';
import { comparePage, filesOf, type Difference, type Inventory } from './compare-page.ts';

/** Written by the front end's build, which names each script with its hash and its reason. */
const inventoryFile = new URL('../../../../web/dist/client/script-inventory.json', import.meta.url);
const patienceMs = 10_000;
/** Pages begin with fewer, and so few more are loaded for a payment. */
const mostFiles = 200;
/** Bytes of an answer that are read: the page and each of its files are far smaller. */
const mostBytes = 4_000_000;
/** While a new version is brought out, page and files may be of two versions. */
const secondLookMs = 60_000;

/**
 * Fetches a page as a browser does, by the site's own address and through all that lies before it, and raises an alarm
 * where its scripts, those that a payment loads later, or its policy are not those that were built.
 */
export const checkPaymentPageJob = scheduledJob({
  name: 'check-payment-page',
  schedule: '41 * * * *',
  lane: 'reports',
  spreadMs: 50 * 60_000,
  async run({ ctx, tenant, log, signal }) {
    const inventory = await readInventory();
    if (inventory === null) return log.warn('the front end has not been built: its pages are compared with nothing');
    const allowed = foreignScripts(await ctx.settings.of(tenant), ctx.config);
    const look = (): Promise<readonly Difference[]> =>
      differencesAt(siteAddress(ctx.config, tenant), inventory, allowed, signal);
    try {
      if ((await look()).length === 0) return;
      await sleep(secondLookMs, undefined, { signal });
      const differences = await look();
      // Not thrown: each try of the job would raise it again.
      if (differences.length > 0)
        log.error({ alarm: 'payment-page', differences }, 'the page that takes cards is not as it was built');
    } catch (error) {
      log.warn({ err: error }, 'the page that takes cards could not be looked at');
    }
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

/** The page of the offer stands for all: they are one document. But for the landing, which has a script of its own, and may not be there. */
const [offer, landing] = ['/membership', '/'] as const;

/**
 * Of pages that guests may open, of the files that they begin with, and of those that their import maps seal for later.
 * @throws where the site does not answer with a page of its own
 */
export async function differencesAt(
  site: string,
  inventory: Inventory,
  allowed: readonly string[],
  stopped?: AbortSignal,
): Promise<readonly Difference[]> {
  // Whoever answers by a site's name may be anybody's machine: it leads us nowhere else and fills no memory.
  const get = (path: string): Promise<Response> =>
    fetch(new URL(path, site), {
      redirect: path === landing ? 'manual' : 'error',
      signal: AbortSignal.any([AbortSignal.timeout(patienceMs), ...(stopped ? [stopped] : [])]),
    });
  const found = new Map<string, Difference>();
  const note = (one: Difference): void => void found.set(`${one.problem} ${one.what}`, one);
  const files = new Set<string>();
  for (const path of [offer, landing]) {
    const answer = await get(path);
    if (answer.status !== 200 && path === landing) continue;
    if (answer.status !== 200) throw new Error(`The page answered ${answer.status}.`);
    const html = (await bytesOf(answer)).toString();
    const served = { html, policy: answer.headers.get('content-security-policy') };
    for (const one of comparePage(served, inventory, allowed)) note(one);
    for (const file of filesOf(html)) files.add(file);
  }
  const built = new Map(inventory.files.map(({ address, integrity }) => [address, integrity]));
  for (const file of [...files].slice(0, mostFiles)) {
    const integrity = built.get(file);
    if (integrity === undefined) continue;
    const bytes = await bytesOf(await get(file));
    if (`sha256-${createHash('sha256').update(bytes).digest('base64')}` !== integrity)
      note({ problem: 'script-hash', what: file });
  }
  return [...found.values()];
}

/** @throws for more than any file of ours has */
async function bytesOf({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    // Leaving the loop ends the download.
    if (length > mostBytes) throw new Error('The answer is larger than any file that was built.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
