import type { Database, TenantRecord } from '@backlot/database';
import type { Config } from '@backlot/server/config';

import { PlainFailure } from '../bootstrap/progress.mjs';

export interface Work {
  readonly database: Database;
  readonly config: Config;
  /** What stands behind the verb. */
  readonly args: string[];
}

/** A verb of `npm run tenants`; its number is the exit code. */
export type Command = (work: Work) => Promise<number>;

/** Throws a sentence that lists the sites there are. */
export async function getSite(database: Database, slug: string | undefined, usage: string): Promise<TenantRecord> {
  if (slug === undefined) throw new PlainFailure(`Which site? ${usage}`);
  const sites = await database.listTenants();
  const found = sites.find((site) => site.slug === slug);
  if (!found)
    throw new PlainFailure(
      `There is no site '${slug}'. There are: ${sites.map((site) => site.slug).join(', ') || 'none yet'}.`,
    );
  return found;
}

/**
 * Says what is about to happen. In production it happens only with `--yes`.
 * @returns whether to go on
 */
export function confirmed(config: Config, what: string, yes: boolean | undefined): boolean {
  console.log(what);
  if (!config.production || yes) return true;
  console.log('\nThis is production: nothing was done. Say the same with --yes to do it.');
  return false;
}
