import { withOwner } from '@backlot/database/owner';
import type { Tenant } from '../sites/tenant.ts';

/** Hides columns of a table, as the schema of the version before lacks them, until `work` is done. */
export async function withoutColumns<T>(
  databaseUrl: string,
  { id }: Pick<Tenant, 'id'>,
  table: string,
  columns: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const rename = (from: (column: string) => string, to: (column: string) => string) =>
    withOwner(databaseUrl, async (owner) => {
      for (const column of columns)
        await owner.query(`alter table tenant_${id}.${table} rename column ${from(column)} to ${to(column)}`);
    });
  const [plain, hidden] = [(column: string) => column, (column: string) => `hidden_${column}`];
  await rename(plain, hidden);
  try {
    return await work();
  } finally {
    await rename(hidden, plain);
  }
}

/** Hides a table, as the schema of the version before lacks it, until `work` is done. */
export async function withoutTable<T>(
  databaseUrl: string,
  { id }: Pick<Tenant, 'id'>,
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  const rename = (from: string, to: string) =>
    withOwner(databaseUrl, (owner) => owner.query(`alter table tenant_${id}.${from} rename to ${to}`));
  await rename(table, `hidden_${table}`);
  try {
    return await work();
  } finally {
    await rename(`hidden_${table}`, table);
  }
}
