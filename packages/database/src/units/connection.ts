import knex, { type Knex } from 'knex';
import pg from 'pg';
import { DatabaseError } from '../errors.ts';
import { quoteIdentifier } from '../migrate/role-names.ts';
import { BundledQuery, type BundledStatement } from './bundled-query.ts';

export interface ConnectionOptions {
  url: string;
  /** Milliseconds a statement may run. */
  statementTimeoutMs: number;
  /** Milliseconds until the connection is closed on its next return; a fifth of jitter is added. */
  lifeMs: number;
  /** Statements of all kinds that are kept; null: those marked for it, as many as there is room for. */
  keptStatements: number | null;
}

/** One connection to Postgres with the one knex that builds for it. */
export interface Connection {
  readonly client: pg.Client;
  readonly knex: Knex;
  /** The session's role; null before the first SET ROLE. */
  role: string | null;
  /** Lend it no more: it broke, or Postgres refused it something for want of permission. */
  tainted: boolean;
  /** Names of statements that Postgres is asked to keep for it, also where they were refused so far. */
  readonly names: Map<string, string>;
  /** Those of them that it keeps. */
  readonly prepared: Set<string>;
  /** A transaction was asked for and BEGIN is not sent yet: it goes with the first statement. */
  opens: boolean;
  /** Statements that Postgres keeps at most, and whether that goes for those that are not marked for it. */
  readonly keeps: { readonly atMost: number; readonly isAll: boolean };
  readonly dieAt: number;
  /** All that it has taken: of each it has learnt the catalog, and forgets none of it. */
  readonly roles: Set<string>;
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
    names: new Map(),
    prepared: new Set(),
    opens: false,
    keeps: { atMost: options.keptStatements ?? preparedAtMost, isAll: options.keptStatements !== null },
    dieAt: performance.now() + options.lifeMs * (1 + Math.random() / 5),
    roles: new Set(),
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
  connection.roles.add(role);
}

/** Marked statements that a connection keeps at most: each holds its plan, a few dozen kilobytes, as long as the connection lives. */
const preparedAtMost = 200;

/** A statement as it is sent. `isPrepared`: Postgres keeps it, as far as there is room, and its plan is made once. */
export interface StatementToSend {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly isPrepared: boolean;
}

/** Several statements in one text can't be sent with values, and not in one message with others. */
export const isBindable = ({ values, isPrepared }: StatementToSend): boolean => isPrepared || values.length > 0;

/**
 * Runs statements past knex, one after another, in one message where Postgres keeps them all but the last already; a BEGIN that
 * is still to be sent goes with them. Answers their results.
 */
export async function sendStatements(
  connection: Connection,
  statements: readonly StatementToSend[],
): Promise<pg.QueryResult[]> {
  const begins = connection.opens;
  const bundle = [...(begins ? [control.begin] : []), ...statements];
  if (bundle.length > 1 && isOneMessage(connection, bundle, bundle.length - 1)) {
    connection.opens = false;
    return (await run(connection, bundle, bundle.length - 1)).slice(begins ? 1 : 0);
  }
  await beginNow(connection);
  const results: pg.QueryResult[] = [];
  for (const statement of statements) results.push(...(await run(connection, [statement], 0)));
  return results;
}

/** Sends BEGIN where it is still to be sent; whatever does not go through `sendStatements` comes after it. */
export async function beginNow(connection: Connection): Promise<void> {
  if (!connection.opens) return;
  connection.opens = false;
  await run(connection, [control.begin], 0);
}

/** Ends a transaction, with its last statement in the same message where that was kept back. Answers what Postgres made of it. */
export async function commitWith(connection: Connection, last: StatementToSend | null): Promise<string> {
  const bundle = last === null ? [] : [last, control.commit];
  if (!connection.opens && bundle.length > 0 && isOneMessage(connection, bundle, 0))
    return (await run(connection, bundle, 0)).at(-1)!.command;
  if (last !== null) await sendStatements(connection, [last]);
  // Nothing was asked of it: there is no transaction.
  if (connection.opens) {
    connection.opens = false;
    return 'COMMIT';
  }
  return (await run(connection, [control.commit], 0))[0]!.command;
}

/** Kept by Postgres, so that from the second time on they can go with other statements. */
const control = {
  begin: { text: 'begin', values: [], isPrepared: true },
  commit: { text: 'commit', values: [], isPrepared: true },
} as const satisfies Record<string, StatementToSend>;

/** `fresh`: the one that Postgres need not know yet. */
const isOneMessage = ({ prepared }: Connection, statements: readonly StatementToSend[], fresh: number): boolean =>
  statements.every((statement, place) =>
    place === fresh ? isBindable(statement) : statement.isPrepared && prepared.has(statement.text),
  );

async function run(
  connection: Connection,
  statements: readonly StatementToSend[],
  fresh: number,
): Promise<pg.QueryResult[]> {
  const { client, prepared } = connection;
  const named = statements.map((statement) => withName(connection, statement));
  try {
    const [only] = named;
    const results =
      named.length === 1
        ? [await client.query({ ...only!, values: [...only!.values] })]
        : await BundledQuery.run(client, named, fresh);
    for (const { text, name } of named) if (name !== undefined) prepared.add(text);
    return results;
  } catch (error) {
    const { code } = error as { code?: string };
    // Refused for want of permission; kept from before a migration changed what it selects; or not kept after all.
    if (code === '42501' || code === '0A000' || code === '26000') connection.tainted = true;
    throw error;
  }
}

function withName({ names, keeps }: Connection, statement: StatementToSend): BundledStatement {
  const { text, values } = statement;
  if (!statement.isPrepared && !(keeps.isAll && isBindable(statement))) return { text, values };
  const known = names.get(text);
  if (known !== undefined) return { text, values, name: known };
  if (names.size >= keeps.atMost) return { text, values };
  const name = `kept_${names.size + 1}`;
  names.set(text, name);
  return { text, values, name };
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
