import { parseArgs } from 'node:util';

import type { Invited } from '@backlot/server/features/accounts/invitations/invite';

import { PlainFailure } from '../bootstrap/progress.mjs';
import { getSite, type Command } from './command.ts';

const usage =
  'npm run tenants -- invite <slug> <email> [--role model|admin|sub_admin|content_manager|live_stream_manager|support]';

/** Invites a site's creator (`model`), or somebody of its staff. */
export const invite: Command = async ({ database, config, args }) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { role: { type: 'string' } } });
  const site = await getSite(database, positionals[0], usage);
  const email = positionals[1];
  if (email === undefined) throw new PlainFailure(`Whom? ${usage}`);
  const { inviteTo: send } = await import('@backlot/server/sites/create-site');
  inviteTo(email, await send(database, config, site, { email, role: values.role ?? 'model' }));
  return 0;
};

/** Says where the invitation went; the link itself only when no mail carries it. */
export function inviteTo(email: string, { link, notMailed }: Invited): void {
  console.log(
    notMailed === null
      ? `An invitation is on its way to ${email}.`
      : `${notMailed}, so give this link to ${email} yourself. It works once and for 7 days:\n\n  ${link}\n`,
  );
}
