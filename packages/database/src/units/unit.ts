import type { Knex } from 'knex';
import { beginNow, isBindable, sendStatements, type Connection, type StatementToSend } from './connection.ts';
import { DatabaseError } from '../errors.ts';
import type { AnyDb } from './face.ts';

/** knex's client, as far as a unit of work stands in for it. */
interface KnexClient {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
  queryBuilder(): Knex.QueryBuilder;
  raw(...args: unknown[]): Knex.Raw;
}

/** What a handle lives on: it ends with its callback, and pauses while another role has the connection. */
export interface Unit {
  readonly db: AnyDb;
  pause(): void;
  resume(): void;
  /** Lets the running statement end; waiting and later ones are refused. Throws when a savepoint was not awaited. */
  end(): Promise<void>;
  /** The statement that `sendWithNext` kept back, once the unit has ended: it goes with the commit. */
  takeKept(): StatementToSend | null;
}

/** One statement at a time on a connection, whoever asks. */
export interface Mutex {
  acquire(): Promise<void>;
  release(): void;
  idle(): Promise<void>;
}

export interface UnitOptions {
  schema: string;
  connection: Connection;
  mutex: Mutex;
  transaction: boolean;
  /** Refuses when the unit around this one has ended or paused. */
  guard?: () => void;
  /** Whether `sendWithNext` may keep a statement back: whoever commits sends the last one. */
  keepsBack?: boolean;
}

export function openUnit({ schema, connection, mutex, transaction, guard, keepsBack = false }: UnitOptions): Unit {
  let state: 'open' | 'paused' | 'ended' = 'open';
  let savepointOpen = false;
  let kept: StatementToSend | null = null;

  function refuseUnlessOpen(): void {
    if (state === 'ended')
      throw new DatabaseError(
        'handle-closed',
        'This database handle was used after its callback ended: await every query inside it.',
      );
    if (state === 'paused')
      throw new DatabaseError(
        'handle-paused',
        'This database handle was used while the connection serves the shared role: use the handle of asShared, or wait for it to end.',
      );
    guard?.();
  }

  async function lock(): Promise<void> {
    refuseUnlessOpen();
    await mutex.acquire();
    try {
      refuseUnlessOpen();
    } catch (error) {
      mutex.release();
      throw error;
    }
  }

  function takeKept(): StatementToSend | null {
    const statement = kept;
    kept = null;
    return statement;
  }

  // Builders keep the client that made them. A client of the unit's own, in front of the
  // connection's, is what makes a builder that escaped from its callback fail.
  const client = Object.create((connection.knex as unknown as { client: KnexClient }).client) as KnexClient;
  client.acquireConnection = async () => {
    await lock();
    const before = takeKept();
    try {
      await (before === null ? beginNow(connection) : sendStatements(connection, [before]));
    } catch (error) {
      mutex.release();
      throw error;
    }
    return connection.client;
  };
  client.releaseConnection = async () => mutex.release();

  async function sendTogether(statements: readonly StatementToSend[]): Promise<unknown[]> {
    await lock();
    try {
      const before = takeKept();
      if (before === null) return await sendStatements(connection, statements);
      return (await sendStatements(connection, [before, ...statements])).slice(1);
    } finally {
      mutex.release();
    }
  }

  const send = async (text: string, values: readonly unknown[] = [], isPrepared = false): Promise<unknown> =>
    (await sendTogether([{ text, values, isPrepared }]))[0];

  async function sendWithNext(text: string, values: readonly unknown[] = [], isPrepared = false): Promise<void> {
    const statement = { text, values, isPrepared };
    if (!keepsBack || !isBindable(statement)) {
      await sendTogether([statement]);
      return;
    }
    await lock();
    try {
      const before = takeKept();
      if (before !== null) await sendStatements(connection, [before]);
      kept = statement;
    } finally {
      mutex.release();
    }
  }

  async function savepoint<R>(work: (db: AnyDb) => Promise<R>): Promise<R> {
    refuseUnlessOpen();
    if (!transaction)
      throw new DatabaseError('no-transaction', 'A savepoint needs a transaction: use write instead of read.');
    if (savepointOpen)
      throw new DatabaseError(
        'savepoint-open',
        'A savepoint of this handle is still open: await it first, or open the inner one on the handle it was given.',
      );
    savepointOpen = true;
    const inner = openUnit({ schema, connection, mutex, transaction, guard: refuseUnlessOpen });
    try {
      await send('savepoint step');
      const result = await work(inner.db);
      await inner.end();
      await send('release savepoint step');
      return result;
    } catch (error) {
      await inner.end().catch(() => {});
      await send('rollback to savepoint step; release savepoint step').catch(() => {});
      throw error;
    } finally {
      savepointOpen = false;
    }
  }

  const qualify = (ref: string) => qualifyTable(schema, ref);
  const db = ((ref: string) => client.queryBuilder().from(qualify(ref))) as unknown as Record<string, unknown>;
  db['table'] = qualify;
  db['raw'] = (...args: unknown[]) => client.raw(...args);
  db['with'] = (...args: unknown[]) =>
    (client.queryBuilder() as unknown as { with(...args: unknown[]): unknown }).with(...args);
  db['send'] = send;
  db['sendTogether'] = sendTogether;
  db['sendWithNext'] = sendWithNext;
  db['schema'] = schema;
  db['savepoint'] = savepoint;

  return {
    db: db as unknown as AnyDb,
    pause() {
      refuseUnlessOpen();
      state = 'paused';
    },
    resume() {
      if (state === 'paused') state = 'open';
    },
    async end() {
      const unfinished = savepointOpen;
      state = 'ended';
      await mutex.idle();
      if (unfinished)
        throw new DatabaseError('savepoint-open', 'A savepoint was still open when its unit of work ended: await it.');
    },
    takeKept,
  };
}

export function createMutex(): Mutex {
  const queue: (() => void)[] = [];
  let taken = false;
  const acquire = async () => {
    if (!taken) taken = true;
    else await new Promise<void>((go) => queue.push(go));
  };
  const release = () => {
    const next = queue.shift();
    if (next === undefined) taken = false;
    else next();
  };
  return {
    acquire,
    release,
    async idle() {
      if (!taken) return;
      await acquire();
      release();
    },
  };
}

const TABLE = /^[a-z_][a-z0-9_]*( as [a-z_][a-z0-9_]*)?$/i;

function qualifyTable(schema: string, ref: string): string {
  if (typeof ref !== 'string' || !TABLE.test(ref)) {
    throw new DatabaseError('bad-table-name', `Not a table's bare name, with or without an alias: ${String(ref)}`);
  }
  return `${schema}.${ref}`;
}
