import knex, { type Knex } from 'knex';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { DatabaseError } from '../errors.ts';
import { quoteIdentifier } from '../migrate/role-names.ts';

export interface ConnectionOptions {
  url: string;
  /** Milliseconds a statement may run. */
  statementTimeoutMs: number;
  /** Milliseconds until the connection is closed on its next return; a fifth of jitter is added. */
  lifeMs: number;
}

/** One connection to Postgres with the one knex that builds for it. */
export interface Connection {
  readonly client: pg.Client;
  readonly knex: Knex;
  /** The session's role; null before the first SET ROLE. */
  role: string | null;
  /** Lend it no more: it broke, or Postgres refused it something for want of permission. */
  tainted: boolean;
  /** Names of the statements that Postgres keeps for it. */
  readonly prepared: Set<string>;
  readonly dieAt: number;
  lentAt: number;
}

export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const client = new pg.Client({
    connectionString: options.url,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs * 2,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  });
  const connection: Connection = {
    client,
    knex: knex({ client: 'pg', connectionPool: poolOfOne(client), compileSqlOnError: false }),
    role: null,
    tainted: false,
    prepared: new Set(),
    dieAt: performance.now() + options.lifeMs * (1 + Math.random() / 5),
    lentAt: 0,
  };
  const taint = () => {
    connection.tainted = true;
  };
  client.on('error', taint);
  client.on('end', taint);
  connection.knex.on('query-error', (error: { code?: string }) => {
    if (error.code === '42501') taint();
  });
  try {
    await client.connect();
  } catch (cause) {
    throw explainRefusal(cause as Error & { code?: string }, client);
  }
  return connection;
}

/** Takes the role for the whole session, awaited: pipelined behind a failure, a query would run as the previous tenant. */
export async function takeRole(connection: Connection, role: string): Promise<void> {
  if (connection.role === role) return;
  connection.role = null;
  await connection.client.query(`set role ${quoteIdentifier(role)}`);
  connection.role = role;
}

/** Statements that a connection keeps at most: each holds its plan, a few dozen kilobytes, as long as the connection lives. */
const preparedAtMost = 200;

/** Runs a statement past knex. `isPrepared`: Postgres keeps it, as far as there is room, and its plan is made once. */
export async function sendStatement(
  connection: Connection,
  text: string,
  values: readonly unknown[],
  isPrepared: boolean,
): Promise<pg.QueryResult> {
  const { client, prepared } = connection;
  const name = isPrepared ? createHash('sha1').update(text).digest('base64url') : null;
  const isKept = name !== null && (prepared.has(name) || prepared.size < preparedAtMost);
  if (isKept) prepared.add(name);
  try {
    return await client.query({ text, values: [...values], ...(isKept ? { name } : {}) });
  } catch (error) {
    const { code } = error as { code?: string };
    // Refused for want of permission; kept from before a migration changed what it selects; or not kept after all.
    if (code === '42501' || code === '0A000' || code === '26000') connection.tainted = true;
    throw error;
  }
}

export function isFitForReturn(connection: Connection): boolean {
  return (
    !connection.tainted && connection.client.getTransactionStatus() === 'I' && performance.now() < connection.dieAt
  );
}

export async function closeConnection(connection: Connection): Promise<void> {
  connection.tainted = true;
  await connection.client.end().catch(() => {});
}

/** knex's public door for connections that somebody else owns. */
function poolOfOne(client: pg.Client) {
  return {
    acquire: () => ({ promise: Promise.resolve(client) }),
    release: () => true,
    destroy: async () => {},
    numFree: () => 1,
    numUsed: () => 0,
    numPendingAcquires: () => 0,
  };
}

const INT8 = 20;
const DATE = 1082;

/** bigint as number where that is exact (money in minor units, counts); a date stays the text it is. */
function typeParser(oid: number, format?: string): (text: string) => unknown {
  if (format !== 'binary') {
    if (oid === INT8) return exactNumber;
    if (oid === DATE) return (text) => text;
  }
  return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
}

function exactNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${text} is too large for an exact number: cast it to text in the query`);
}

function explainRefusal(cause: Error & { code?: string }, client: pg.Client): Error {
  if (cause.code === '28P01' || cause.code === '28000') {
    return new DatabaseError(
      'not-migrated',
      `Postgres does not know the login role ${client.user ?? ''} or its password: run the shared migrations once with the owner's address, which creates it.`,
      { cause },
    );
  }
  return new DatabaseError(
    'unreachable',
    `Postgres at ${client.host}:${client.port} cannot be reached (${cause.message}): check that it runs and that DATABASE_URL is right.`,
    { cause },
  );
}
