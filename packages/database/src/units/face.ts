import type { Knex } from 'knex';

declare const tenantBrand: unique symbol;
declare const sharedBrand: unique symbol;

type Name = Knex.TableNames & string;
/** The bare name of a table that somebody declared. */
export type TableName = Name;
/** A table's bare name, or that with an alias: `posts`, `posts as p`. */
export type TableRef = Name | `${Name} as ${string}`;
type Bare<A> = A extends `${infer T} as ${string}` ? T : A;

/** knex does not export its selection type; taking it from a call keeps ours equal to it. */
function typedTable<N extends Name>(knex: Knex, name: N) {
  return knex<N>(name);
}
type Builder<N extends Name> = ReturnType<typeof typedTable<N>>;

/**
 * What a unit of work may do. Every table name is qualified here, so a query
 * that goes round it names no schema and fails.
 */
interface Face {
  /** A query on one table: `db('posts as p')` selects from `"tenant_x"."posts" as "p"`. */
  <A extends TableRef>(table: A): Builder<Bare<A> & Name>;
  /** The qualified name for joins and for `??` in raw; its type stays the bare name. */
  table<A extends TableRef>(table: A): A;
  /** Where its tables are; another for each tenant. */
  readonly schema: string;
  raw: Knex['raw'];
  with: Knex['with'];
  /** How `sql` runs: the whole statement with `$1` for its values. `isPrepared`: the connection keeps its plan. */
  send(text: string, values: readonly unknown[], isPrepared: boolean): Promise<unknown>;
  /** Several in their order, in one message where the connection keeps them already. */
  sendTogether(
    statements: ReadonlyArray<{
      readonly text: string;
      readonly values: readonly unknown[];
      readonly isPrepared: boolean;
    }>,
  ): Promise<unknown[]>;
  /** One whose answer nobody reads: with the statement or the commit that follows it, which then may fail with it. */
  sendWithNext(text: string, values: readonly unknown[], isPrepared: boolean): Promise<void>;
  /**
   * Part of a transaction that may fail alone. Use the handle it is given.
   * Not available in a read, which has no transaction.
   */
  savepoint<R>(work: (db: this) => Promise<R>): Promise<R>;
}

/** Tables of one tenant, under that tenant's role, until its callback ends. */
export type TenantDb = Face & { readonly [tenantBrand]: true };
/** Tables of schema `shared`, under the shared role, until its callback ends. */
export type SharedDb = Face & { readonly [sharedBrand]: true };
export type AnyDb = TenantDb | SharedDb;
