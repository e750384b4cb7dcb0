import { parseArgs } from 'node:util';

import { PlainFailure } from '../bootstrap/progress.mjs';
import { confirmed, getSite, type Command } from './command.ts';
import { list } from './list.ts';

const usage = `npm run tenants -- hosts <slug> add|remove|canonical <host>`;

/** Where a site answers. Running servers know within a second. */
export const hosts: Command = async (work) => {
  const { database, config } = work;
  const { values, positionals } = parseArgs({
    args: work.args,
    allowPositionals: true,
    options: { yes: { type: 'boolean' } },
  });
  const [slug, verb, given] = positionals;
  const site = await getSite(database, slug, usage);
  if (given === undefined || (verb !== 'add' && verb !== 'remove' && verb !== 'canonical'))
    throw new PlainFailure(usage);
  const host = given.toLowerCase();
  const { addHost, makeCanonical, removeHost, requireHostOf, requireRemovable } =
    await import('@backlot/server/features/platform/change-hosts');
  if (verb === 'add') await addHost(database, site, host, config.platformHost);
  else {
    // What can't be done is not announced, nor asked about.
    (verb === 'remove' ? requireRemovable : requireHostOf)(site, host);
    const what =
      verb === 'remove'
        ? `${site.slug} will no longer answer on ${host}: links to it will be dead.`
        : `${site.slug} will live at ${host}; its other hosts will lead there, and people log in again.`;
    if (!confirmed(config, what, values.yes)) return 1;
    await (verb === 'remove' ? removeHost(database, site, host) : makeCanonical(database, site, host));
  }
  return list(work);
};
