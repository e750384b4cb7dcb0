import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@backlot/database';

/** Where a process is struck: at its n-th transaction, before it, inside it (it is rolled back) or after its commit. */
export interface Strike {
  readonly unit: number;
  readonly when: 'before' | 'within' | 'after';
  /** `dies`: nothing of it runs any more, as after kill -9. `cut`: the code meets an error of its connection and goes on. */
  readonly how: 'dies' | 'cut';
}

export type Lived<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'died' };

interface Life {
  readonly strike: Strike | null;
  readonly die: () => void;
  units: number;
  isOver: boolean;
  wasStruck: boolean;
}

export interface Lives {
  /** Runs what a process does, which may be struck on the way. What it left running when it died never goes on. */
  live<T>(work: () => Promise<T>, strike: Strike | null): Promise<{ lived: Lived<T>; wasStruck: boolean }>;
}

const lives = new AsyncLocalStorage<Life>();
const never = (): Promise<never> => new Promise(() => {});

class RolledBack extends Error {}

/** Lets whoever uses this database be struck between and inside its transactions. */
export function mortal(database: Database): Lives {
  const { tenants } = database;
  const write = tenants.write.bind(tenants);
  const read = tenants.read.bind(tenants);
  const withShared = tenants.writeWithShared.bind(tenants);
  tenants.write = (tenant, work) => unit((asked) => write(tenant, (db) => asked(() => work(db))));
  tenants.writeWithShared = (tenant, work) =>
    unit((asked) => withShared(tenant, (db, asShared) => asked(() => work(db, asShared))));
  tenants.read = async (tenant, work) => {
    const life = lives.getStore();
    if (life?.isOver) return never();
    const found = await read(tenant, work);
    return life?.isOver ? never() : found;
  };
  return {
    async live(work, strike) {
      let die = (): void => {};
      const death = new Promise<{ kind: 'died' }>((resolve) => (die = () => resolve({ kind: 'died' })));
      const life: Life = { strike, die, units: 0, isOver: false, wasStruck: false };
      const done = lives.run(life, async () => ({ kind: 'done' as const, value: await work() }));
      // What fails in a process that is dead already is nobody's any more.
      done.catch(() => {});
      const lived = await Promise.race([death, done]);
      return { lived, wasStruck: life.wasStruck };
    },
  };
}

async function unit<R>(run: (asked: (work: () => Promise<R>) => Promise<R>) => Promise<R>): Promise<R> {
  const life = lives.getStore();
  if (!life) return run((work) => work());
  if (life.isOver) return never();
  life.units += 1;
  const strike = life.strike?.unit === life.units ? life.strike : null;
  if (strike === null) {
    const result = await run((work) => work());
    return life.isOver ? never() : result;
  }
  life.wasStruck = true;
  if (strike.when === 'after') await run((work) => work());
  if (strike.when === 'within')
    await run(async (work) => {
      await work();
      throw new RolledBack();
    }).catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  if (strike.how === 'cut') throw new Error('Connection terminated unexpectedly');
  life.isOver = true;
  life.die();
  return never();
}
