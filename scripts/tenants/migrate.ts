import type { Database, TenantId } from '@backlot/database';
import { parseArgs } from 'node:util';

import { PlainFailure } from '../bootstrap/progress.mjs';
import { checkGrants, renewGrants } from './check-grants.ts';
import { type Command, getSite } from './command.ts';

const usage = `npm run tenants -- migrate [<slug> …] [--canary <slug>] [--parallel 4] [--dry-run]
npm run tenants -- migrate [<slug> …] --check-grants | --renew-grants`;

/** Sites that the command line names, and how. */
interface Chosen {
  readonly only?: readonly TenantId[];
  readonly canary: readonly TenantId[];
}

/** Brings schemas up to date, or says what that would do, or compares what roles may do. */
export const migrate: Command = async (work) => {
  const { values, positionals: slugs } = parseArgs({
    args: work.args,
    allowPositionals: true,
    options: {
      canary: { type: 'string', multiple: true },
      parallel: { type: 'string' },
      'dry-run': { type: 'boolean' },
      'check-grants': { type: 'boolean' },
      'renew-grants': { type: 'boolean' },
    },
  });
  const modes = (['dry-run', 'check-grants', 'renew-grants'] as const).filter((mode) => values[mode]);
  const { database } = work;
  if (modes.length > 1)
    throw new PlainFailure(`--${modes[0]} and --${modes[1]} are two commands: give one of them.\n\n${usage}`);
  const ofGrants = modes[0] === 'check-grants' || modes[0] === 'renew-grants';
  if ((values.canary && ofGrants) || (values.parallel !== undefined && modes.length > 0))
    throw new PlainFailure(
      `--${values.canary && ofGrants ? 'canary' : 'parallel'} does not go with --${modes[0]}.\n\n${usage}`,
    );
  const parallel = values.parallel === undefined ? undefined : parallelOf(values.parallel);
  const canary = await idsOf(database, values.canary ?? []);
  const named = await idsOf(database, slugs);
  if (ofGrants) return (modes[0] === 'check-grants' ? checkGrants : renewGrants)(database, named);
  // A canary is migrated with the sites that are named, whether it is one of them or not.
  const chosen: Chosen = { canary, ...(named.length > 0 && { only: [...new Set([...named, ...canary])] }) };
  return modes[0] === 'dry-run' ? dryRun(database, chosen) : run(database, chosen, parallel);
};

/** Whether shared tables stay as they are too. */
export const isDryRun = (args: readonly string[]): boolean => args.includes('--dry-run');

async function run(database: Database, chosen: Chosen, parallel: number | undefined): Promise<number> {
  const { migrated, failed, unchanged, untouched } = await database.migrateTenants({
    ...chosen,
    ...(parallel !== undefined && { parallel }),
  });
  for (const { slug, files } of migrated) console.log(`✓ ${slug}: ${files.join(', ') || 'role made again'}`);
  for (const { slug, error } of failed) console.log(`✗ ${slug}: ${error}`);
  console.log(`${migrated.length} migrated, ${unchanged} current, ${failed.length} failed`);
  if (untouched > 0) console.log(`The canary failed, so ${sites(untouched)} stayed as they were.`);
  return failed.length > 0 ? 1 : 0;
}

async function dryRun(database: Database, chosen: Chosen): Promise<number> {
  const { shared, sites: wanting, unchanged, tried, refused } = await database.dryRunMigrations(chosen);
  if (shared.length > 0) console.log(`For all sites at once: ${shared.join(', ')}`);
  for (const { slug, files } of wanting) console.log(`${slug}: ${files.join(', ') || 'its role'}`);
  for (const { slug, error } of refused) console.log(`✗ ${slug}: ${error}`);
  for (const { slug, files, milliseconds, error } of tried)
    console.log(
      error === null
        ? `✓ tried on ${slug} and taken back: ${files.join(', ') || 'its role'}, ${Math.round(milliseconds)} ms`
        : `✗ tried on ${slug}: ${error}`,
    );
  console.log(`${wanting.length} to migrate, ${unchanged} current. Nothing was changed.`);
  const isUntried = shared.length > 0 && wanting.length > 0;
  if (isUntried)
    console.log(
      'The files of the sites were not tried: those for all sites run first, at the next start or by `migrate`.',
    );
  return isUntried || refused.length > 0 || tried.some(({ error }) => error !== null) ? 1 : 0;
}

async function idsOf(database: Database, slugs: readonly string[]): Promise<TenantId[]> {
  const ids: TenantId[] = [];
  for (const slug of slugs) ids.push((await getSite(database, slug, usage)).id);
  return ids;
}

function parallelOf(text: string): number {
  const parallel = Number(text);
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > 32)
    throw new PlainFailure(`--parallel is how many sites are migrated at the same time, from 1 to 32, not '${text}'.`);
  return parallel;
}

const sites = (count: number): string => (count === 1 ? '1 other site' : `${count} other sites`);
