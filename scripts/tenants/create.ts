import { parseArgs } from 'node:util';

import { PlainFailure } from '../bootstrap/progress.mjs';
import type { Command } from './command.ts';
import { inviteTo } from './invite.ts';

const usage =
  'npm run tenants -- create <slug> --host <host> [--host <host> …] --owner <email> [--name "Clay & Kiln"] [--kind general|adult] [--locale en] [--currency USD] [--theme kiln] [--timezone Europe/London]';

/** A new site without posts and people, and an invitation to the one it belongs to. */
export const create: Command = async ({ database, config, args }) => {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      host: { type: 'string', multiple: true },
      owner: text,
      name: text,
      kind: text,
      locale: text,
      currency: text,
      theme: text,
      timezone: text,
    },
  });
  const [slug, more] = positionals;
  if (slug === undefined || more !== undefined || !values.host?.length || !values.owner)
    throw new PlainFailure(`A new site needs a slug, a host and an owner.\n\n${usage}`);
  const { createSite } = await import('@backlot/server/sites/create-site');
  const { site, invited } = await createSite(database, config, {
    slug,
    hosts: values.host.map((host) => host.toLowerCase()),
    owner: values.owner,
    kind: values.kind ?? 'general',
    locale: values.locale ?? 'en',
    currency: values.currency ?? 'USD',
    theme: values.theme ?? 'kiln',
    ...(values.name !== undefined && { name: values.name }),
    ...(values.timezone !== undefined && { timezone: values.timezone }),
  });
  console.log(`${site.slug} is there, on ${site.hosts.join(', ')}.`);
  inviteTo(values.owner, invited);
  return 0;
};
