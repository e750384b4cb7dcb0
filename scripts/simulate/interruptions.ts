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
  /** What goes on in it at once and has neither ended nor come to where a dead process stops. */
  parts: number;
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

/** The longest that a part which waits for a dead one is waited for. */
const longestMs = 2_000;

/**
 * Two things that a process does at once. Both are over before the event is, also where one of them fails or is where the process
 * dies: what the other one had asked of a provider by then would be counted as the next event's.
 */
export async function atOnce<T, U>(one: () => Promise<T>, other: () => Promise<U>): Promise<[T, U]> {
  const simulated = running.getStore();
  if (simulated) simulated.parts += 1;
  const part = async <R>(work: () => Promise<R>): Promise<R> => {
    try {
      return await work();
    } finally {
      if (simulated) endPart(simulated);
    }
  };
  const ended = await Promise.allSettled([part(one), part(other)] as const);
  const failed = ended.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed) throw failed.reason;
  return ended.map((result) => (result as PromiseFulfilledResult<unknown>).value) as [T, U];
}

function endPart(simulated: SimulatedProcess): void {
  simulated.parts -= 1;
  if (simulated.isOver && simulated.parts <= 0) simulated.die();
}

function stop(simulated: SimulatedProcess): Promise<never> {
  endPart(simulated);
  return never();
}

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
    if (simulated?.isOver) return stop(simulated);
    const found = await read(tenant, work);
    return simulated?.isOver ? stop(simulated) : found;
  };
  return {
    async run(work, interruption) {
      let die = (): void => {};
      const death = new Promise<{ kind: 'died' }>((resolve) => (die = () => resolve({ kind: 'died' })));
      const simulated: SimulatedProcess = {
        interruption,
        die,
        parts: 1,
        units: 0,
        isOver: false,
        wasInterrupted: false,
      };
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
  if (simulated.isOver) return stop(simulated);
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
    return simulated.isOver ? stop(simulated) : result;
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
  setTimeout(simulated.die, longestMs).unref();
  return stop(simulated);
}
