import { withOwner } from '@backlot/database/owner';
import { v7 } from 'uuid';

interface Table {
  readonly name: string;
  readonly columns: string;
}

/** What one act writes, and a single statement that writes the same rows for others. */
export interface SameRows {
  readonly text: string;
  /** The statement's values: new ids, and these ids and words in the place of others. */
  values(instead: ReadonlyMap<string, string>): readonly [string];
  /** The values of many at once. */
  valuesOfMany(instead: ReadonlyArray<ReadonlyMap<string, string>>): readonly [string];
  readonly rows: number;
}

/** What only one row may have. A number is not among it: the table counts those itself. */
const isOwn = (column: string, value: unknown): value is string =>
  typeof value === 'string' && (column === 'id' || column === 'idempotency_key' || column === 'provider_ref');

/** Ids that are no UUIDs, such as a provider's. */
const isWord = (id: string): boolean => id.search(uuids) < 0;

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

interface RowsOptions {
  readonly also?: readonly string[];
  readonly latest?: string;
  readonly without?: readonly string[];
  readonly only?: readonly string[] | null;
}

/**
 * Does an act once and finds the rows that it added to the tables of these schemas. The queue's are left out, which makes
 * the comparison harder for us.
 *
 * @param also further statements of the act, which change rows that were there
 * @param latest a table whose trigger looks at rows of the others
 * @param without tables whose rows are nobody else's
 * @param only the tables that count; absent: all others
 */
export const rowsWrittenBy = (
  url: string,
  schemas: readonly string[],
  act: () => Promise<void>,
  { also = [], latest, without = [], only = null }: RowsOptions = {},
): Promise<SameRows> =>
  withOwner(url, async (owner) => {
    const { rows: tables } = await owner.query<Table>(
      `select format('%I.%I', n.nspname, c.relname) as name,
         (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '') as columns
       from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname = any ($1) and c.relname <> all ($2)
         and ($3::text[] is null or c.relname = any ($3))`,
      [schemas, without, only],
    );
    const idsIn = async (): Promise<Map<string, Set<string>>> => {
      const found = new Map<string, Set<string>>();
      for (const { name } of tables) {
        const { rows } = await owner.query<{ at: string }>(`select ctid::text || xmin::text as at from ${name}`);
        found.set(name, new Set(rows.map(({ at }) => at)));
      }
      return found;
    };
    const before = await idsIn();
    await act();
    const added: { table: Table; rows: object[] }[] = [];
    for (const table of tables) {
      const known = before.get(table.name)!;
      const { rows } = await owner.query<{ at: string; row: object }>(
        `select ctid::text || xmin::text as at, to_jsonb(t) as row from ${table.name} t`,
      );
      const fresh = rows.filter(({ at }) => !known.has(at)).map(({ row }) => row);
      // A row that was there before and is another now was changed, not added.
      if (rows.length > known.size && fresh.length > 0) added.push({ table, rows: fresh });
    }
    // Parts of one `with` run from the last to the first.
    added.sort((one, other) => Number(other.table.name === latest) - Number(one.table.name === latest));
    const json = JSON.stringify(added.map(({ rows }) => rows));
    // Ids of what was added, and what only one act may have.
    const own = new Set(
      added.flatMap(({ rows }) =>
        rows.flatMap((row) => Object.entries(row).flatMap(([name, value]) => (isOwn(name, value) ? [value] : []))),
      ),
    );
    const inserts = added.map(
      ({ table: { name, columns } }, place) =>
        `w${place} as (insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb -> ${place}))`,
    );
    const rowsOf = (instead: ReadonlyMap<string, string>): string => {
      const fresh = new Map<string, string>();
      const other = (id: string): string => {
        if (instead.has(id)) return instead.get(id)!;
        if (!own.has(id)) return id;
        if (!fresh.has(id)) fresh.set(id, v7());
        return fresh.get(id)!;
      };
      const words = [
        ...[...own].filter(isWord).map((word) => [word, `${word}-${v7()}`] as const),
        ...[...instead].filter(([word]) => isWord(word)),
      ];
      return words.reduce((text, [word, its]) => text.replaceAll(word, its), json.replace(uuids, other));
    };
    return {
      text: `with ${[...inserts, ...also.map((statement, place) => `u${place} as (${statement})`)].join(', ')} select 1`,
      values: (instead) => [rowsOf(instead)],
      valuesOfMany(copies) {
        const all = copies.map((instead) => JSON.parse(rowsOf(instead)) as object[][]);
        return [JSON.stringify(added.map((_, place) => all.flatMap((tables) => tables[place]!)))];
      },
      rows: added.reduce((sum, { rows }) => sum + rows.length, 0),
    };
  });
