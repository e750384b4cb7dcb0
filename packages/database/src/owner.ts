import pg from 'pg';
import { DatabaseError } from './errors.ts';

/** A connection of the database's owner, for roles, schemas and migrations only; never lent to a feature. */
export async function withOwner<R>(url: string, work: (owner: pg.Client) => Promise<R>): Promise<R> {
  const owner = await openOwner(url);
  try {
    return await work(owner);
  } finally {
    await owner.end().catch(() => {});
  }
}

/** One that whoever opened it ends. @throws a DatabaseError that says what to do */
export async function openOwner(url: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  owner.on('error', () => {});
  try {
    await owner.connect();
  } catch (cause) {
    throw new DatabaseError(
      'unreachable',
      `Postgres at ${owner.host}:${owner.port} refuses the owner ${owner.user ?? ''} (${(cause as Error).message}): check that it runs and that DATABASE_URL is right.`,
      { cause },
    );
  }
  try {
    await owner.query(`set search_path = ''; set client_min_messages = warning`);
    return owner;
  } catch (error) {
    await owner.end().catch(() => {});
    throw error;
  }
}

/** One transaction of the owner's. */
export async function inTransaction<R>(owner: pg.Client, work: () => Promise<R>): Promise<R> {
  await owner.query('begin');
  try {
    const result = await work();
    await owner.query('commit');
    return result;
  } catch (error) {
    await owner.query('rollback').catch(() => {});
    throw error;
  }
}
