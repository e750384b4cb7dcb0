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

/**
 * Counts in the database, also where there is Redis. A count with two homes starts again whenever Redis goes or returns,
 * and whoever sees that has a fresh allowance; keeping both in step would ask the database for every try as well. With
 * one home a switch gives nothing at all. It is cheap enough: the tables are unlogged (a count took under a
 * millisecond), simultaneous tries of a process are one statement, and what is refused anyway is answered from memory.
 */
export const openTries = ({ database }: Pick<AppContext, 'database'>): TriesStore => ({
  add: (tries, highest, now) => database.shared.write((db) => addToLevels(db, tries, { highest, now: now.getTime() })),
  takeBack: async (added) => void (await database.shared.write((db) => takeFromLevels(db, added))),
  count: (windows, now) => database.shared.write((db) => countTogether(db, windows, now)),
  claim: (key, since, keepMs, at) => database.shared.write((db) => claimKey(db, { key, since, keepMs, at })),
});
