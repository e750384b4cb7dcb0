import { withOwner } from '../owner.ts';

export interface TableText {
  /** `schema.table` */
  readonly table: string;
  readonly rows: number;
  /** Every column of every row as text, a value a line; bytes as the characters that they would be. */
  readonly text: string;
}

/** All that a database holds, the queue's tables too, for tests that look for what must not be there. */
export async function readEverything(url: string): Promise<TableText[]> {
  return withOwner(url, async (owner) => {
    const { rows: tables } = await owner.query<{
      schema: string;
      name: string;
      columns: Array<{ name: string; type: string }>;
    }>(`
      select c.relnamespace::regnamespace::text as schema, c.relname as name,
        jsonb_agg(jsonb_build_object('name', a.attname, 'type', a.atttypid::regtype::text) order by a.attnum) as columns
      from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')
      group by c.oid, c.relname, c.relnamespace order by 1, 2`);
    const found: TableText[] = [];
    for (const { schema, name, columns } of tables) {
      const values = columns.map(({ name: column, type }) => {
        const quoted = owner.escapeIdentifier(column);
        return type === 'bytea' ? `encode(${quoted}, 'escape')` : `${quoted}::text`;
      });
      const { rows } = await owner.query<{ line: string }>(
        `select concat_ws(E'\\n', ${values.join(', ')}) as line from ${schema}.${owner.escapeIdentifier(name)}`,
      );
      found.push({ table: `${schema}.${name}`, rows: rows.length, text: rows.map(({ line }) => line).join('\n') });
    }
    return found;
  });
}
