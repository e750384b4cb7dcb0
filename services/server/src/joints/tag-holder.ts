import type { TenantDb } from '@backlot/database';
import { sql, type Sql } from '@backlot/database/sql';

/** Something that carries tags, held by a transaction until it ends. */
export interface TaggedItem {
  /** Its place in the feeds of its tags. */
  readonly publishAt: Date;
}

/**
 * What carries tags: posts. Tags count and are put on things without knowing whose they are; the holder's feature names
 * it as `tagged` and is asked here, in the caller's transaction.
 */
export interface TagHolder {
  /** Ids of what a tag leads to once its publish time has come: complete, neither removed nor replaced by then. */
  shownAt(now: Date): Sql<{ readonly id: string }>;
  /** Keeps it as it is until the transaction ends. Null when there is none, or no longer. */
  hold(db: TenantDb, id: string): Promise<TaggedItem | null>;
}

/** What any of them holds. */
export const joinTagHolders = (all: readonly TagHolder[]): TagHolder => ({
  shownAt: (now) =>
    all.length === 0
      ? sql`select null::uuid as id where false`
      : (sql.join(
          all.map((one) => one.shownAt(now)),
          sql` union all `,
        ) as Sql<{ readonly id: string }>),
  async hold(db, id) {
    for (const one of all) {
      const held = await one.hold(db, id);
      if (held !== null) return held;
    }
    return null;
  },
});
