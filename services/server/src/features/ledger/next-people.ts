import { sql, type Sql } from '@backlot/database/sql';

const first = '00000000-0000-0000-0000-000000000000';

/**
 * The next people after one, by id, as `person (id)` of a `with recursive`: those whom either table names in its `user_id`.
 * Each is looked up along that column's index, so a slice costs as much as it holds, whatever else the tables do.
 */
export function nextPeople(tables: readonly [Sql, Sql], after: string | null, limit: number): Sql {
  const [one, other] = tables.map(
    (table) => (id: Sql) => sql`(select user_id from ${table} where user_id > ${id} order by user_id limit 1)`,
  ) as [(id: Sql) => Sql, (id: Sql) => Sql];
  const next = (id: Sql): Sql => sql`least(${one(id)}, ${other(id)})`;
  return sql`walked (id, place) as (
      select ${next(sql`${after ?? first}::uuid`)}, 1
      union all
      select ${next(sql`w.id`)}, w.place + 1 from walked w where w.id is not null and w.place < ${limit}
    ), person (id) as materialized (select id from walked where id is not null)`;
}
