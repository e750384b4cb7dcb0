import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@backlot/database';

/** Where a process is interrupted: at its n-th transaction, before it, inside it (it is rolled back) or after its commit. */
export type Interruption = Fatal | Meeting;

interface Fatal {
  readonly unit: number;
  readonly when: 'before' | 'within' | 'after';
  /** `dies`: nothing of it runs any more, as after kill -9. `cut`: the code meets an error of its connection and goes on. */
  readonly how: 'dies' | 'cut';
}

/** What somebody else does while one of its transactions has all but ended: that one goes on when they are done or wait for it. */
export interface Meeting {
  readonly how: 'meets';
  /** Whether it is this transaction, asked before its end until it was one. */
  readonly isMet: (unit: number) => boolean;
  readonly other: () => Promise<void>;
}

export type Ended<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'died' };

interface SimulatedProcess {
  readonly interruption: Interruption | null;
  readonly die: () => void;
  units: number;
  isOver: boolean;
  wasInterrupted: boolean;
}

export interface Interruptions {
  /** Runs what a process does, which may be interrupted. What it left running when it died never goes on. */
  run<T>(
    work: () => Promise<T>,
    interruption: Interruption | null,
  ): Promise<{ ended: Ended<T>; wasInterrupted: boolean }>;
}

const running = new AsyncLocalStorage<SimulatedProcess>();
const never = (): Promise<never> => new Promise(() => {});

class RolledBack extends Error {}

/** Lets whatever uses this database be interrupted between and inside its transactions. */
export function interruptible(database: Database): Interruptions {
  const { tenants } = database;
  const write = tenants.write.bind(tenants);
  const read = tenants.read.bind(tenants);
  const withShared = tenants.writeWithShared.bind(tenants);
  tenants.write = (tenant, work) => unit((asked) => write(tenant, (db) => asked(() => work(db))));
  tenants.writeWithShared = (tenant, work) =>
    unit((asked) => withShared(tenant, (db, asShared) => asked(() => work(db, asShared))));
  tenants.read = async (tenant, work) => {
    const simulated = running.getStore();
    if (simulated?.isOver) return never();
    const found = await read(tenant, work);
    return simulated?.isOver ? never() : found;
  };
  return {
    async run(work, interruption) {
      let die = (): void => {};
      const death = new Promise<{ kind: 'died' }>((resolve) => (die = () => resolve({ kind: 'died' })));
      const simulated: SimulatedProcess = { interruption, die, units: 0, isOver: false, wasInterrupted: false };
      const done = running.run(simulated, async () => ({ kind: 'done' as const, value: await work() }));
      // Nobody waits for what fails in a process that is dead already.
      done.catch(() => {});
      const ended = await Promise.race([death, done]);
      return { ended, wasInterrupted: simulated.wasInterrupted };
    },
  };
}

async function unit<R>(run: (asked: (work: () => Promise<R>) => Promise<R>) => Promise<R>): Promise<R> {
  const simulated = running.getStore();
  if (!simulated) return run((work) => work());
  if (simulated.isOver) return never();
  simulated.units += 1;
  const { interruption: planned, units, wasInterrupted } = simulated;
  if (planned?.how === 'meets')
    return run(async (work) => {
      const result = await work();
      if (wasInterrupted || !planned.isMet(units)) return result;
      simulated.wasInterrupted = true;
      await planned.other();
      return result;
    });
  const interruption = planned?.unit === units ? planned : null;
  if (interruption === null) {
    const result = await run((work) => work());
    return simulated.isOver ? never() : result;
  }
  simulated.wasInterrupted = true;
  if (interruption.when === 'after') await run((work) => work());
  if (interruption.when === 'within')
    await run(async (work) => {
      await work();
      throw new RolledBack();
    }).catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  if (interruption.how === 'cut') throw new Error('Connection terminated unexpectedly');
  simulated.isOver = true;
  simulated.die();
  return never();
}
