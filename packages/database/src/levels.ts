import type { SharedDb } from './units/face.ts';
import { sql, table } from './sql.ts';

/** Tries of something: one is forgotten every `leakMs`. */
export interface NewTries {
  readonly key: string;
  readonly times: number;
  readonly leakMs: number;
}

export interface AddedTries {
  readonly key: string;
  /** When all is forgotten, in milliseconds since 1970. */
  readonly emptyAt: number;
  /** What was added to it; less than `times * leakMs` where no more is counted. */
  readonly addedMs: number;
}

/** Counts tries, each key once, up to `highest`. */
export const addToLevels = (
  db: SharedDb,
  tries: readonly NewTries[],
  { highest, now }: { highest: number; now: number },
): Promise<AddedTries[]> => {
  const full = sql`greatest(l.empty_at, ${now}::bigint)`;
  const next = sql`greatest(${full}, least(${full} + excluded.added_ms, ${now}::bigint + ${highest}::int * excluded.leak_ms))`;
  // In one order, so that two calls that count the same do not wait for each other.
  return sql<AddedTries>`
    insert into ${table('levels')} as l (key, leak_ms, added_ms, empty_at)
    select t.key, t.leak_ms, least(t.times, ${highest}::int) * t.leak_ms, ${now}::bigint + least(t.times, ${highest}::int) * t.leak_ms
    from unnest(
      ${tries.map(({ key }) => key)}::text[], ${tries.map(({ times }) => times)}::int[], ${tries.map(({ leakMs }) => leakMs)}::bigint[]
    ) as t (key, times, leak_ms) order by t.key
    on conflict (key) do update set empty_at = ${next}, added_ms = ${next} - ${full}
    returning key, empty_at as "emptyAt", added_ms as "addedMs"`.all(db);
};

/** Takes back exactly what was added. */
export const takeFromLevels = (db: SharedDb, added: ReadonlyArray<Omit<AddedTries, 'emptyAt'>>): Promise<number> =>
  sql`
    with held as (select key from ${table('levels')} where key = any (${added.map(({ key }) => key)}::text[]) order by key for update)
    update ${table('levels')} l set empty_at = l.empty_at - b.added_ms
    from held join unnest(${added.map(({ key }) => key)}::text[], ${added.map(({ addedMs }) => addedMs)}::bigint[]) as b (key, added_ms) using (key)
    where l.key = held.key`.run(db);

/** More tries of the whole deployment in a window. */
export interface WindowTries {
  readonly key: string;
  readonly by: number;
  readonly windowMs: number;
}

/** Counts them, each key once; answers how many there are and when the window ends. */
export const countTogether = (
  db: SharedDb,
  windows: readonly WindowTries[],
  at: Date,
): Promise<Array<{ key: string; tries: number; until: Date }>> =>
  sql<{ key: string; tries: number; until: Date }>`
    insert into ${table('throttles')} as t (tenant_id, key, tries, until)
    select '', w.key, w.by, ${at}::timestamptz + w.ms * interval '1 millisecond'
    from unnest(
      ${windows.map(({ key }) => key)}::text[], ${windows.map(({ by }) => by)}::int[], ${windows.map(({ windowMs }) => windowMs)}::int[]
    ) as w (key, by, ms) order by w.key
    on conflict (tenant_id, key) do update set
      tries = case when t.until > ${at} then t.tries + excluded.tries else excluded.tries end,
      until = case when t.until > ${at} then t.until else excluded.until end
    returning key, tries, until`.all(db);

/** Claims a key for a while. False where it was claimed after `since` and that while is not over. */
export const claimKey = async (
  db: SharedDb,
  { key, since, keepMs, at }: { key: string; since: Date; keepMs: number; at: Date },
): Promise<boolean> => {
  const until = new Date(at.getTime() + keepMs);
  const claimed = await sql`
    insert into ${table('throttles')} as t (tenant_id, key, tries, until) values ('', ${key}, 1, ${until})
    on conflict (tenant_id, key) do update set until = excluded.until
      where t.until <= ${at} or t.until <= ${new Date(since.getTime() + keepMs)}`.run(db);
  return claimed > 0;
};

/**
 * Forgets what has run off, the oldest first; answers how many. It waits for nobody: what is being counted at this moment
 * is left for the next time. Whoever counts waits for it, hence `most`.
 */
export const purgeLevels = (db: SharedDb, now: number, most: number): Promise<number> =>
  sql`
    with held as (
      select key from ${table('levels')} where empty_at < ${now}::bigint order by empty_at limit ${most} for update skip locked
    )
    delete from ${table('levels')} l using held where l.key = held.key`.run(db);
