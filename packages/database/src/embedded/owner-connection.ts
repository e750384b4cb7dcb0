import pg from 'pg';
import { OWNER } from './data-folder.ts';

/** Of a database on the embedded server, as the owner of everything. */
export function ownerUrl(port: number, password: string, database: string): string {
  return `postgres://${OWNER}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** One short connection as the owner. */
export async function asOwner<R>(port: number, password: string, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({
    connectionString: ownerUrl(port, password, 'postgres'),
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
export async function answers(port: number, password: string): Promise<boolean> {
  return asOwner(port, password, async (client) => {
    await client.query('select 1');
    return true;
  }).catch(() => false);
}

export async function ensureDatabase(port: number, password: string, database: string): Promise<void> {
  await asOwner(port, password, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  });
}
