import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { confirmed, getSite, type Command } from './command.ts';

/**
 * In two steps: the first suspends the site and begins its grace period, in which `resume` brings it back; the second,
 * when that is over, deletes it.
 */
export const remove: Command = async ({ database, config, args }) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { yes: { type: 'boolean' } } });
  const site = await getSite(database, positionals[0], 'npm run tenants -- remove <slug>');
  const { deleteSite, GRACE_DAYS, scheduleRemoval } = await import('@backlot/server/features/platform/site-state');
  const now = new Date();
  if (site.removeAfter === null || site.removeAfter > now) {
    const what = `${site.slug} will be suspended, and can be deleted in ${GRACE_DAYS} days. Until then nothing is lost.`;
    if (site.removeAfter === null && !confirmed(config, what, values.yes)) return 1;
    const after = await scheduleRemoval(database, site, now);
    console.log(
      `${site.slug} is suspended. After ${after.toISOString().slice(0, 10)} the same command deletes it; until then: npm run tenants -- resume ${site.slug}`,
    );
    return 0;
  }
  if (
    !confirmed(
      config,
      `${site.slug} will be deleted for good: people, posts, books and media. There is no way back but a back-up.`,
      values.yes,
    )
  )
    return 1;
  await deleteSite(database, site, now);
  if (config.s3 === null) await rm(join(config.dataDir, 'media', site.id), { recursive: true, force: true });
  console.log(
    config.s3 === null
      ? `${site.slug} is deleted.`
      : `${site.slug} is deleted. Its media are still in the bucket: delete what begins with ${site.id}/ in ${config.s3.bucket}.`,
  );
  return 0;
};
