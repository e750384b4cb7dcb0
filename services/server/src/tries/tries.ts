import {
  addToLevels,
  claimKey,
  countTogether,
  takeFromLevels,
  type AddedTries,
  type NewTries,
  type WindowTries,
} from '@backlot/database/levels';
import type { AppContext } from '../context.ts';
import { triesInRedis } from './redis-tries.ts';

export type { AddedTries };

/** Tries that all processes count together. */
export interface TriesStore {
  /** Counts tries, each key once, up to `highest`. */
  add(tries: readonly NewTries[], highest: number, now: Date): Promise<AddedTries[]>;
  /** Takes back what was added, each key once. */
  takeBack(added: ReadonlyArray<Omit<AddedTries, 'emptyAt'>>): Promise<void>;
  /** Counts more in windows, each key once; answers how many there are and when each ends. */
  count(windows: readonly WindowTries[], now: Date): Promise<Array<{ key: string; tries: number; until: Date }>>;
  /** Claims a key for `keepMs`. False where it was claimed after `since` and that while is not over. */
  claim(key: string, since: Date, keepMs: number, now: Date): Promise<boolean>;
}

/** Counts in Redis, and in the database while Redis is away or where there is none. */
export function openTries({ database, redis }: Pick<AppContext, 'database' | 'redis'>): TriesStore {
  const inDatabase: TriesStore = {
    add: (tries, highest, now) =>
      database.shared.write((db) => addToLevels(db, tries, { highest, now: now.getTime() })),
    takeBack: async (added) => void (await database.shared.write((db) => takeFromLevels(db, added))),
    count: (windows, now) => database.shared.write((db) => countTogether(db, windows, now)),
    claim: (key, since, keepMs, at) => database.shared.write((db) => claimKey(db, { key, since, keepMs, at })),
  };
  const inRedis = redis && triesInRedis(redis);
  const inEither = async <R>(ask: (store: TriesStore) => Promise<R>): Promise<R> => {
    if (inRedis !== null && redis?.isConnected()) {
      const answer = await ask(inRedis).then(
        (given) => ({ given }),
        () => null,
      );
      if (answer !== null) return answer.given;
    }
    return ask(inDatabase);
  };
  return {
    add: (tries, highest, now) => inEither((store) => store.add(tries, highest, now)),
    takeBack: (added) => inEither((store) => store.takeBack(added)),
    count: (windows, now) => inEither((store) => store.count(windows, now)),
    claim: (key, since, keepMs, now) => inEither((store) => store.claim(key, since, keepMs, now)),
  };
}
