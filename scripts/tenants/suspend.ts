import { parseArgs } from 'node:util';

import { confirmed, getSite, type Command } from './command.ts';

/** Takes a site off the net and keeps all of it. Running servers know within a second. */
export const suspend: Command = async ({ database, config, args }) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { yes: { type: 'boolean' } } });
  const site = await getSite(database, positionals[0], 'npm run tenants -- suspend <slug>');
  const { requireNotSuspended, suspendSite } = await import('@backlot/server/features/platform/site-state');
  requireNotSuspended(site);
  if (
    !confirmed(
      config,
      `${site.slug} will show the page of a stopped service, and renewals pause. Nothing is deleted.`,
      values.yes,
    )
  )
    return 1;
  await suspendSite(database, site);
  console.log(`${site.slug} is suspended. Back again: npm run tenants -- resume ${site.slug}`);
  return 0;
};

export const resume: Command = async ({ database, args }) => {
  const site = await getSite(database, args[0], 'npm run tenants -- resume <slug>');
  const { resumeSite } = await import('@backlot/server/features/platform/site-state');
  await resumeSite(database, site);
  console.log(`${site.slug} is on the net again.`);
  return 0;
};
