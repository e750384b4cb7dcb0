import type { Database } from '@backlot/database';
import type { AppContext } from '../../context.ts';
import { openLevels, type Levels } from '../../tries/levels.ts';
import { openTries, type TriesStore } from '../../tries/tries.ts';

interface CountedTries {
  readonly levels: Levels;
  readonly store: TriesStore;
}

const opened = new WeakMap<Database, CountedTries>();

/** One a process: what is tried at once is counted together. */
export function triesOf(ctx: AppContext): CountedTries {
  const known = opened.get(ctx.database);
  if (known) return known;
  const store = openTries(ctx);
  const made = { store, levels: openLevels(ctx.clock, store) };
  opened.set(ctx.database, made);
  return made;
}
