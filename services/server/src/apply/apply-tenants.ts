import { insertHost } from '@backlot/database/site-rows';
import type { Database } from '@backlot/database';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { applyComments } from './apply-comments.ts';
import { applyHistory } from './apply-history.ts';
import { applyPages } from './apply-pages.ts';
import { applyPeople } from './apply-people.ts';
import { applyPosts } from './apply-posts.ts';
import { applySettings } from './apply-settings.ts';
import { readSite, type DeclaredSite } from './read-site.ts';
import { configFrom, ownTenantsDir, type Config } from '../config.ts';
import type { AppContext } from '../context.ts';
import { openContext } from '../process/open-context.ts';
import { OperatorError } from '../process/operator-error.ts';
import { explainTaken, provisionSite } from '../sites/provision-site.ts';
import { requireSiteDefinition } from '../sites/site-definition.ts';
import type { Tenant } from '../sites/tenant.ts';

export interface ApplyOptions {
  readonly database: Database;
  readonly report?: (text: string) => void;
  /** Only these folders; absent: those of `SITES`, else all. */
  readonly only?: readonly string[];
  /** Instead of this process's own. */
  readonly config?: Config;
}

export interface ApplyReport {
  readonly applied: readonly string[];
  /** Each with what is wrong; the site stays as it was. */
  readonly failed: ReadonlyArray<{ readonly name: string; readonly error: unknown }>;
}

/**
 * Makes the sites what the folders of `TENANTS_DIR` declare; again is harmless. A site that is declared wrongly stays
 * as it was and keeps nobody else back. Demonstration sites, people and posts come along outside production only.
 * @throws an OperatorError for a name without a folder
 */
export async function applyTenants({
  database,
  report = () => undefined,
  only,
  config = configFrom(process.env),
}: ApplyOptions): Promise<ApplyReport> {
  const names = await chosenSites(config, only);
  const { ctx, close } = await openContext(config, { database });
  const applied: string[] = [];
  const failed: { name: string; error: unknown }[] = [];
  try {
    for (const name of names) {
      report(name);
      try {
        const site = await readSite(join(config.tenantsDir, name), name);
        if (config.production && site.demo) {
          if (only !== undefined || config.declaredSites !== null)
            failed.push({
              name,
              error: new OperatorError(
                `tenants/${name} is a demonstration ("demo": true in its tenant.json); production does not serve it.`,
              ),
            });
          continue;
        }
        await applySite(ctx, site, report);
        applied.push(name);
      } catch (error) {
        failed.push({ name, error });
      }
    }
  } finally {
    await close();
  }
  return { applied, failed };
}

/** @throws an OperatorError when one was asked for that has no folder */
async function chosenSites(
  { tenantsDir, declaredSites }: Config,
  only: readonly string[] | undefined,
): Promise<readonly string[]> {
  const there = await siteNames(tenantsDir);
  const wanted = only ?? declaredSites ?? there;
  const unknown = wanted.filter((name) => !there.includes(name));
  if (unknown.length > 0) {
    throw new OperatorError(
      `${tenantsDir} has no folder for ${unknown.map((name) => `'${name}'`).join(', ')}${only === undefined ? ', which SITES names' : ''}. It has: ${there.join(', ') || 'none'}.`,
    );
  }
  return wanted;
}

const siteNames = async (root: string): Promise<string[]> => {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    if (root === ownTenantsDir) return [];
    throw new OperatorError(
      `TENANTS_DIR: there is no folder ${root}. Name the one where your sites are declared, make it (it may be empty), or leave the variable out.`,
    );
  });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
};

async function applySite(ctx: AppContext, site: DeclaredSite, report: (text: string) => void): Promise<void> {
  const tenant = await ensureTenant(ctx, site);
  await applySettings(ctx, tenant, site.folder, site.settings);
  await applyPages(ctx, tenant, site.folder);
  if (ctx.config.production) return;
  const people = await applyPeople(ctx, tenant, site.people);
  await nameCreator(ctx, tenant, site, people);
  const posts = await applyPosts(ctx, tenant, site, (done, of) => report(`${site.slug}: ${done} of ${of} posts`));
  await applyComments(ctx, tenant, site, posts, people);
}

/** The demo people's past, once a site. One that fails is tried again at the next start, and keeps no other back. */
export async function applyDemoHistory({ database, config = configFrom(process.env) }: ApplyOptions): Promise<void> {
  if (config.production || config.sandbox === null) return;
  const { ctx, close } = await openContext(config, { database });
  try {
    const tenants = await database.listTenants();
    const ended = await Promise.allSettled(
      (await chosenSites(config, undefined)).map(async (name) => {
        const tenant = tenants.find(({ slug }) => slug === name);
        // What is wrong with a declaration was said when it was applied.
        const site = tenant && (await readSite(join(config.tenantsDir, name), name).catch(() => null));
        if (tenant && site) await applyHistory(ctx, tenant, site);
      }),
    );
    const reasons = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    if (reasons.length > 1) throw new AggregateError(reasons, reasons.map(String).join('\n'));
    if (reasons.length === 1) throw reasons[0];
  } finally {
    await close();
  }
}

async function ensureTenant({ database, config: { platformHost } }: AppContext, site: DeclaredSite): Promise<Tenant> {
  const known = (await database.listTenants()).find(({ slug }) => slug === site.slug);
  if (known === undefined) return provisionSite(database, site, platformHost);
  requireSiteDefinition(site, platformHost);
  const missing = site.hosts.filter((host) => !known.hosts.includes(host));
  if (missing.length > 0) {
    await database.shared
      .write(async (db) => {
        for (const host of missing) await insertHost(db, known.id, host);
      })
      .catch((error: unknown) => {
        throw explainTaken(error, { slug: site.slug, hosts: missing });
      });
  }
  return { ...known, hosts: [...known.hosts, ...missing] };
}

/** The setting that says who the creator is. */
async function nameCreator(
  ctx: AppContext,
  tenant: Tenant,
  site: DeclaredSite,
  people: ReadonlyMap<string, string>,
): Promise<void> {
  const creator = site.people.find(({ role }) => role === 'model');
  const id = creator && people.get(creator.email.toLowerCase());
  if (id) await applySettings(ctx, tenant, site.folder, { model_id: id });
}
