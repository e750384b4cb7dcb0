import type { DemoSite } from '@backlot/testing/demo-site';
import { openSiteClient, type SiteClient } from '@backlot/testing/site-client';
import type { Viewer } from '../../../../../scripts/shots/screens.ts';
import { newEmail, password } from './account.ts';
import type { SiteName } from './visit.ts';

export interface Cast {
  readonly client: SiteClient;
  /** Sessions; null for the guest, and for staff that a site has not. */
  readonly tokens: Readonly<Record<Viewer, string | null>>;
  readonly memberEmail: string;
  /** A post for sale. */
  readonly post: string;
}

/** One person of each kind at a site, logged in. */
export async function gatherCast(site: DemoSite, name: SiteName): Promise<Cast> {
  const client = openSiteClient(`${name}.localhost`, site.port);
  const memberEmail = newEmail();
  const member = await client.register(memberEmail, password, 'Robin Ash');
  const [fan, creator, support] = await Promise.all([
    client.login('fan@demo.example', 'Demo-fan-2026'),
    client.login(`creator@${name}.example`, 'Demo-creator-2026'),
    // Staff of every role are on clay.
    name === 'clay' ? client.login('support@clay.example', 'Demo-staff-2026') : null,
  ]);
  await client.subscribe(member, memberEmail);
  const { blogs } = await client.call('GET /api/blogs');
  const post = blogs.find(({ visibility }) => visibility === 'locked');
  if (!post) throw new Error(`The first page of the feed of ${name} has no post for sale.`);
  return { client, tokens: { guest: null, fan, member, creator, support }, memberEmail, post: post._id };
}
