import pg from 'pg';
import { OWNER } from './data-folder.ts';
import type { Postmaster } from './postmaster.ts';

/** Where a server listens. */
export type Address = Pick<Postmaster, 'port' | 'socketFolder'>;

/** Of a database on the embedded server, as the owner of everything. By its socket where it has one: a question takes half of the processor time there. */
export function ownerUrl({ port, socketFolder }: Address, password: string, database: string): string {
  const host = socketFolder === null ? '127.0.0.1' : encodeURIComponent(socketFolder);
  return `postgres://${OWNER}:${password}@${host}:${port}/${encodeURIComponent(database)}`;
}

/** One short connection as the owner. */
export async function asOwner<R>(
  address: Address,
  password: string,
  work: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const client = new pg.Client({
    connectionString: ownerUrl(address, password, 'postgres'),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Whether a Postgres of ours answers there. */
export async function answers(address: Address, password: string): Promise<boolean> {
  return asOwner(address, password, async (client) => {
    await client.query('select 1');
    return true;
  }).catch(() => false);
}

export async function ensureDatabase(address: Address, password: string, database: string): Promise<void> {
  await asOwner(address, password, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  });
}
