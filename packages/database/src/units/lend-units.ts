import { beginNow, commitWith, type Connection, type StatementToSend } from './connection.ts';
import { DatabaseError } from '../errors.ts';
import type { AnyDb, SharedDb, TenantDb } from './face.ts';
import type { Pool } from './pool.ts';
import { quoteIdentifier } from '../migrate/role-names.ts';
import { createMutex, openUnit, type Mutex, type Unit } from './unit.ts';

/** As whom a unit of work runs, and where its tables are. */
export interface Lessee {
  role: string;
  schema: string;
}

/** Lends a connection for reads: each statement is its own transaction. */
export function lendRead<R>(pool: Pool, { role, schema }: Lessee, work: (db: AnyDb) => Promise<R>): Promise<R> {
  return pool.lend(role, async (connection) => {
    const unit = openUnit({ schema, connection, mutex: createMutex(), transaction: false });
    try {
      return await work(unit.db);
    } finally {
      await unit.end();
    }
  });
}

/** Lends a connection for one transaction; it commits when the work returns and rolls back when it throws. */
export function lendWrite<R>(pool: Pool, { role, schema }: Lessee, work: (db: AnyDb) => Promise<R>): Promise<R> {
  return pool.lend(role, (connection) => transact(connection, schema, (unit) => work(unit.db), { keepsBack: true }));
}

export type AsShared = <S>(work: (db: SharedDb) => Promise<S>) => Promise<S>;

/** One transaction of a tenant's that may become the shared role's for a while, and is the tenant's again before it commits. */
export function lendWriteWithShared<R>(
  pool: Pool,
  tenant: Lessee,
  shared: Lessee,
  work: (db: TenantDb, asShared: AsShared) => Promise<R>,
): Promise<R> {
  return pool.lend(tenant.role, (connection) =>
    transact(connection, tenant.schema, (unit, mutex, guard) => {
      const asShared: AsShared = async (sharedWork) => {
        guard();
        unit.pause();
        const inner = openUnit({ schema: shared.schema, connection, mutex, transaction: true, guard });
        try {
          await switchRole(connection, mutex, shared.role);
          const result = await sharedWork(inner.db as SharedDb);
          await inner.end();
          await switchRole(connection, mutex, tenant.role);
          return result;
        } catch (error) {
          await inner.end().catch(() => {});
          // An aborted transaction refuses this too; its rollback, or its savepoint's, gives the role back.
          await switchRole(connection, mutex, tenant.role).catch(() => {});
          throw error;
        } finally {
          unit.resume();
        }
      };
      return work(unit.db as TenantDb, asShared);
    }),
  );
}

async function switchRole(connection: Connection, mutex: Mutex, role: string): Promise<void> {
  await mutex.acquire();
  try {
    await beginNow(connection);
    await connection.client.query(`set local role ${quoteIdentifier(role)}`);
  } finally {
    mutex.release();
  }
}

async function transact<R>(
  connection: Connection,
  schema: string,
  work: (unit: Unit, mutex: Mutex, guard: () => void) => Promise<R>,
  { keepsBack = false } = {},
): Promise<R> {
  const mutex = createMutex();
  let ended = false;
  const guard = () => {
    if (ended)
      throw new DatabaseError(
        'handle-closed',
        'This database handle was used after its transaction ended: await everything inside it.',
      );
  };
  connection.opens = true;
  const unit = openUnit({ schema, connection, mutex, transaction: true, guard, keepsBack });
  try {
    const result = await work(unit, mutex, guard);
    ended = true;
    await unit.end();
    await commit(connection, unit.takeKept());
    return result;
  } catch (error) {
    ended = true;
    await unit.end().catch(() => {});
    await rollBack(connection);
    throw error;
  }
}

async function rollBack(connection: Connection): Promise<void> {
  const isBegun = !connection.opens;
  connection.opens = false;
  if (!isBegun) return;
  await connection.client.query('rollback').catch(() => {
    connection.tainted = true;
  });
}

/** COMMIT of a transaction in which a statement failed answers ROLLBACK without an error. */
async function commit(connection: Connection, last: StatementToSend | null): Promise<void> {
  const command = await commitWith(connection, last);
  if (command !== 'COMMIT') {
    throw new DatabaseError(
      'transaction-aborted',
      'A statement failed and its error was caught, so Postgres rolled the transaction back: put statements that may fail in a savepoint.',
    );
  }
}
