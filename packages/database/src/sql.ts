import { quoteIdentifier } from './migrate/role-names.ts';
import type { AnyDb, TableName } from './units/face.ts';

type Scalar = string | number | bigint | boolean | Date | Uint8Array | null;
/** Becomes a parameter; a list is an array of Postgres, for `= any (…)`. */
export type SqlValue = Scalar | readonly Scalar[];
/** What may stand in a template: a value, a part of a statement, or a table. Text becomes a value, never SQL. */
export type SqlPart = SqlValue | Sql | QualifiedTable;

/**
 * A statement or a part of one, of which `Row` says what it selects. It belongs to no unit of work: tables are qualified
 * for the handle that runs it.
 */
export class Sql<Row = unknown> {
  readonly #texts: readonly string[];
  readonly #parts: readonly SqlPart[];
  readonly #isPrepared: boolean;

  constructor(texts: readonly string[], parts: readonly SqlPart[], isPrepared = false) {
    this.#texts = texts;
    this.#parts = parts;
    this.#isPrepared = isPrepared;
  }

  /**
   * The same, planned once a connection instead of each time: for what runs often, has one text a tenant, names the
   * columns that it selects, and is planned alike whatever its values are.
   */
  prepared(): Sql<Row> {
    return new Sql<Row>(this.#texts, this.#parts, true);
  }

  async all(db: AnyDb): Promise<Row[]> {
    return (await this.#result(db)).rows;
  }

  /** The first row; null when there is none. */
  async first(db: AnyDb): Promise<Row | null> {
    return (await this.#result(db)).rows[0] ?? null;
  }

  /** The only row. @throws when there is none, or another */
  async one(db: AnyDb): Promise<Row> {
    const [row, another] = (await this.#result(db)).rows;
    if (row === undefined || another !== undefined)
      throw new Error('A statement that answers one row answered none or several.');
    return row;
  }

  /** For what it does. Answers how many rows it touched. */
  async run(db: AnyDb): Promise<number> {
    return (await this.#result(db)).rowCount ?? 0;
  }

  /**
   * For what it does, where a transaction goes on or ends with it: sent in one message with the statement that follows, or the
   * commit. What it is refused with comes then.
   */
  async runWithNext(db: AnyDb): Promise<void> {
    const { text, values, isPrepared } = this.#writeFor(db);
    await db.sendWithNext(text, values, isPrepared);
  }

  /** The first row of this and of another that does not depend on it, in one message; null where there is none. */
  async firstAnd<Other>(db: AnyDb, other: Sql<Other>): Promise<[Row | null, Other | null]> {
    const [mine, others] = (await db.sendTogether([this.#writeFor(db), other.#writeFor(db)])) as [
      { rows: Row[] },
      { rows: Other[] },
    ];
    return [mine.rows[0] ?? null, others.rows[0] ?? null];
  }

  async #result(db: AnyDb): Promise<{ rows: Row[]; rowCount: number | null }> {
    const { text, values, isPrepared } = this.#writeFor(db);
    return (await db.send(text, values, isPrepared)) as { rows: Row[]; rowCount: number | null };
  }

  #writeFor(db: AnyDb): { readonly text: string; readonly values: readonly SqlValue[]; readonly isPrepared: boolean } {
    const values: SqlValue[] = [];
    return { text: this.#write(db, values), values, isPrepared: this.#isPrepared };
  }

  #write(db: AnyDb, values: SqlValue[]): string {
    let text = this.#texts[0] ?? '';
    this.#parts.forEach((part, index) => {
      if (part instanceof Sql) text += part.#write(db, values);
      else if (part instanceof QualifiedTable) text += quoteQualified(db.table(part.name));
      else text += `$${values.push(asValue(part))}`;
      text += this.#texts[index + 1] ?? '';
    });
    return text;
  }
}

/** The driver would write null for it, without a word. */
function asValue(value: SqlValue | undefined): SqlValue {
  if (value === undefined) throw new TypeError('A value of a statement is undefined: say null where that is meant.');
  return value;
}

const quoteQualified = (name: string): string => name.split('.').map(quoteIdentifier).join('.');

class QualifiedTable {
  readonly name: TableName;

  constructor(name: TableName) {
    this.name = name;
  }
}

/** Functions of a tenant's schema that code calls. */
export type RoutineName = 'sum_ledger';

/** A function of the tenant's schema, qualified as tables are: `` sql`select ${routine('sum_ledger')}(${most})` ``. */
export const routine = (name: RoutineName): QualifiedTable => new QualifiedTable(name as TableName);

/** A declared table, qualified for whoever runs the statement: `` sql`select … from ${table('posts')} p` ``. */
export const table = (name: TableName): QualifiedTable => new QualifiedTable(name);

const tag = <Row = unknown>(texts: TemplateStringsArray, ...parts: readonly SqlPart[]): Sql<Row> =>
  new Sql<Row>(texts, parts);

const empty = tag``;

/** Parts one after another; with no part at all nothing is written. */
function join(parts: readonly SqlPart[], separator: Sql = tag`, `): Sql {
  return parts.reduce<Sql>(
    (joined, part, index) => (index === 0 ? tag`${part}` : tag`${joined}${separator}${part}`),
    empty,
  );
}

/** A value of a `jsonb` column. */
const json = (value: object): Sql => tag`${JSON.stringify(value)}::jsonb`;

/**
 * The only way to SQL that knex cannot build: `` sql<PostRow>`select * from ${table('posts')} where id = ${id}`.first(db) ``.
 * A column that depends on something is a part chosen by it, `{ name: sql`u.name`, date: sql`u.joined_at` }[sort]`.
 */
export const sql = Object.assign(tag, { join, empty, json });
