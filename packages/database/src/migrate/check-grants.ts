import type pg from 'pg';
import { applyTenantFiles, hasRoleSql } from './migrate-tenant.ts';
import { digestOf, readMigrations, type MigrationFile } from './migration-files.ts';
import { inTransaction, withOwner } from '../owner.ts';
import { quoteIdentifier as q, type RoleNames } from './role-names.ts';
import { digestRights, readRights, type Rights } from './site-rights.ts';
import { createTenantRole, grantNewRelations } from './tenant-grants.ts';
import { newTenantId, tenantSchema, type TenantId } from '../tenant-id.ts';

export interface GrantsReport {
  /** Tenants whose rights are those of a new one. */
  readonly same: number;
  readonly differing: readonly {
    id: TenantId;
    slug: string;
    /** `has` and `wants` are null where the object is on one side only. */
    differences: readonly { object: string; has: string | null; wants: string | null }[];
  }[];
  /** Slugs of those that have not run every file, and were not compared. */
  readonly behind: readonly string[];
}

interface Fleet {
  url: string;
  names: RoleNames;
  folder: string;
  /** Only these; all when absent. */
  only?: readonly TenantId[];
}

/**
 * Compares what roles may do in each tenant's schema with what they may in one that is made now, in a transaction that is rolled
 * back: tables, sequences, functions, columns, the schema, and the role itself.
 */
export async function checkGrants({ url, names, folder, only }: Fleet): Promise<GrantsReport> {
  const files = await readMigrations(folder);
  return withOwner(url, async (owner) => {
    const sites = await listSites(owner, files, only);
    const [current, behind] = [sites.filter((site) => site.isCurrent), sites.filter((site) => !site.isCurrent)];
    const fresh = await readFreshRights(owner, names, files);
    const digests = await digestRights(
      owner,
      names,
      current.map(({ id }) => id),
    );
    const others = current.filter(({ id }) => digests.get(id) !== fresh.digest);
    const differing: GrantsReport['differing'][number][] = [];
    for (const { id, slug } of others)
      differing.push({ id, slug, differences: compare(await readRights(owner, names, id), fresh.rights) });
    return { same: current.length - others.length, differing, behind: behind.map(({ slug }) => slug) };
  });
}

/**
 * Takes all rights of the tenants' roles on tables and sequences away and grants them again, each tenant's in one transaction.
 * Those that have not run every file are left alone: rights of a file that is not there yet would stop who runs the old ones.
 */
export async function renewGrants({ url, names, folder, only }: Fleet): Promise<void> {
  const files = await readMigrations(folder);
  await withOwner(url, async (owner) => {
    for (const { id, isCurrent } of await listSites(owner, files, only)) {
      if (!isCurrent) continue;
      const [schema, role] = [q(tenantSchema(id)), q(names.tenant(id))];
      await inTransaction(owner, async () => {
        await owner.query('select 1 from shared.tenants where id = $1 for no key update', [id]);
        const { rows } = await owner.query(hasRoleSql(names, id));
        await owner.query(
          [
            ...(rows.length === 0 ? createTenantRole(names, id) : [`grant ${role} to ${q(names.app)}`]),
            `revoke all on schema ${schema} from ${role}`,
            `revoke all on all tables in schema ${schema} from ${role}`,
            `revoke all on all sequences in schema ${schema} from ${role}`,
            grantNewRelations({ names, id, all: files }),
          ].join(';\n'),
        );
      });
    }
  });
}

async function listSites(owner: pg.Client, files: readonly MigrationFile[], only: readonly TenantId[] | undefined) {
  const { rows } = await owner.query<{ id: TenantId; slug: string; isCurrent: boolean }>(
    `select id, slug, migrations_digest is not distinct from $1 as "isCurrent" from shared.tenants
     where $2::text[] is null or id = any ($2) order by slug`,
    [digestOf(files), only ?? null],
  );
  return rows;
}

async function readFreshRights(owner: pg.Client, names: RoleNames, files: readonly MigrationFile[]) {
  const id = newTenantId();
  await owner.query('begin');
  try {
    await owner.query('insert into shared.tenants (id, slug) values ($1, $2)', [id, `fresh-${id}`]);
    await applyTenantFiles(owner, { names, id, all: files, pending: files });
    return { rights: await readRights(owner, names, id), digest: (await digestRights(owner, names, [id])).get(id) };
  } finally {
    await owner.query('rollback');
  }
}

const compare = (has: Rights, wants: Rights) =>
  [...new Set([...has.keys(), ...wants.keys()])]
    .toSorted()
    .map((object) => ({ object, has: has.get(object) ?? null, wants: wants.get(object) ?? null }))
    .filter((line) => line.has !== line.wants);
