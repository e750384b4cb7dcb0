import type { Database } from '@backlot/database';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { applyComments } from './apply/apply-comments.ts';
import { applyHistory } from './apply/apply-history.ts';
import { applyPages } from './apply/apply-pages.ts';
import { applyPeople } from './apply/apply-people.ts';
import { applyPosts } from './apply/apply-posts.ts';
import { applySettings } from './apply/apply-settings.ts';
import { readSite, type DeclaredSite } from './apply/read-site.ts';
import { configFrom, type Config } from './config.ts';
import type { AppContext } from './context.ts';
import { openContext } from './open-context.ts';
import type { Tenant } from './tenant.ts';

export interface ApplyOptions {
  readonly database: Database;
  readonly report?: (text: string) => void;
  /** Only this one. */
  readonly only?: string;
}

/**
 * Makes the sites what the folders of `TENANTS_DIR` declare; again is harmless. Demo people
 * and their posts come along outside production only.
 * @throws a sentence that says which file is wrong
 */
export async function applyTenants({ database, report = () => undefined, only }: ApplyOptions): Promise<void> {
  const config = configFrom(process.env);
  const root = config.tenantsDir;
  const names = (await siteNames(root)).filter((name) => (only === undefined ? isStarted(config, name) : name === only));
  const { ctx, close } = await openContext(config, { database });
  try {
    for (const name of names) {
      report(name);
      await applySite(ctx, await readSite(join(root, name), name), report);
    }
  } finally {
    await close();
  }
}

const isStarted = ({ declaredSites }: Config, name: string): boolean => declaredSites === null || declaredSites.includes(name);

const siteNames = async (root: string): Promise<string[]> =>
  (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name).toSorted();

async function applySite(ctx: AppContext, site: DeclaredSite, report: (text: string) => void): Promise<void> {
  const tenant = await ensureTenant(ctx.database, site);
  await applySettings(ctx, tenant, site.folder, site.settings);
  await applyPages(ctx, tenant, site.folder);
  if (ctx.config.production) return;
  const people = await applyPeople(ctx, tenant, site.people);
  await nameCreator(ctx, tenant, site, people);
  const posts = await applyPosts(ctx, tenant, site, (done, of) => report(`${site.slug}: ${done} of ${of} posts`));
  await applyComments(ctx, tenant, site, posts, people);
}

/**
 * The demo people's past, behind a server that runs already: it takes a while
 * and no page waits for it. Done once a site; stopped, it goes on at the next
 * start where it was.
 */
export async function applyDemoHistory({ database, signal }: ApplyOptions & { readonly signal: AbortSignal }): Promise<void> {
  const config = configFrom(process.env);
  if (config.production || config.sandbox === null) return;
  const root = config.tenantsDir;
  const { ctx, close } = await openContext(config, { database });
  try {
    for (const name of (await siteNames(root)).filter((one) => isStarted(config, one))) {
      const site = await readSite(join(root, name), name);
      const tenant = (await database.listTenants()).find(({ slug }) => slug === name);
      if (tenant) await applyHistory(ctx, tenant, site, signal);
    }
  } finally {
    await close();
  }
}

async function ensureTenant(database: Database, site: DeclaredSite): Promise<Tenant> {
  const known = (await database.listTenants()).find(({ slug }) => slug === site.slug);
  if (known === undefined) {
    return database.provision({ slug: site.slug, hosts: site.hosts, kind: site.kind, locale: site.locale, currency: site.currency });
  }
  const missing = site.hosts.filter((host) => !known.hosts.includes(host));
  if (missing.length > 0) {
    await database.shared.write((db) => db('tenant_hosts').insert(missing.map((host) => ({ host, tenant_id: known.id }))));
  }
  return { ...known, hosts: [...known.hosts, ...missing] };
}

/** The setting that says who the creator is. */
async function nameCreator(ctx: AppContext, tenant: Tenant, site: DeclaredSite, people: ReadonlyMap<string, string>): Promise<void> {
  const creator = site.people.find(({ role }) => role === 'model');
  const id = creator && people.get(creator.email.toLowerCase());
  if (id) await applySettings(ctx, tenant, site.folder, { model_id: id });
}
