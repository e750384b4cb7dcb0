import pg from 'pg';
import { withOwner } from '../owner.ts';
import { BundledQuery } from '../units/bundled-query.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Those of one number went to Postgres and back at once. */
  readonly message: number;
}

/** Notes every statement of this process's connections until stopped, those that manage roles and transactions included. */
export function recordStatements(): { stop(): Statement[] } {
  const prototype = pg.Client.prototype as { query: (...parts: unknown[]) => unknown };
  const original = prototype.query;
  const seen: Statement[] = [];
  let messages = 0;
  prototype.query = function noted(this: unknown, ...parts: unknown[]): unknown {
    const [first, second] = parts;
    const given = first as { text?: string; values?: unknown[] } | BundledQuery | string;
    messages += 1;
    if (given instanceof BundledQuery)
      for (const { text, values } of given.statements) seen.push({ text, values, message: messages });
    else {
      const text = typeof given === 'string' ? given : given?.text;
      const values = (typeof given === 'string' ? (second as unknown[]) : given?.values) ?? [];
      if (text !== undefined) seen.push({ text, values, message: messages });
    }
    return original.apply(this, parts);
  };
  return {
    stop() {
      prototype.query = original;
      return seen;
    },
  };
}

/** A statement that manages the connection, or by which a listener proves that it hears, and asks no table. */
export const isHousekeeping = ({ text }: Statement): boolean =>
  /^\s*(?:set|reset|begin|commit|rollback|savepoint|release|show|discard|select 1\s*;?$|select pg_catalog\.pg_notify\()/i.test(
    text,
  );

/**
 * What an act asks tables: of up to ten tries the one that asked least, since a process whose line for news has stalled
 * asks again for what it remembered. A try that asks no more than `enough` is the last.
 */
export async function fewestStatements(enough: number, act: () => Promise<unknown>): Promise<readonly Statement[]> {
  let fewest: readonly Statement[] | null = null;
  for (let tries = 0; tries < 10 && (fewest === null || fewest.length > enough); tries += 1) {
    const recording = recordStatements();
    let seen: readonly Statement[] = [];
    try {
      await act();
    } finally {
      seen = recording.stop().filter((statement) => !isHousekeeping(statement));
    }
    if (fewest === null || seen.length < fewest.length) fewest = seen;
  }
  return fewest ?? [];
}

interface PlanNode {
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/**
 * The indexes in which Postgres looks up what a recorded statement asks for. One that is only walked from end to end is
 * not among them. Whole tables are left out of its choice: those of a test are so small that it would read nothing else.
 *
 * @param url the owner's address
 */
export async function indexesAskedBy(url: string, { text, values }: Statement): Promise<string[]> {
  const namesIn = (node: PlanNode): string[] => [
    ...(node['Index Name'] !== undefined && node['Index Cond'] !== undefined ? [node['Index Name']] : []),
    ...(node.Plans ?? []).flatMap(namesIn),
  ];
  return withOwner(url, async (owner) => {
    // Nobody has told Postgres yet what the test wrote.
    await owner.query('analyze');
    await owner.query('set enable_seqscan = off');
    const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json) ${text}`, [
      ...values,
    ]);
    return namesIn(rows[0]!['QUERY PLAN'][0].Plan);
  });
}

/** A pool with nothing of ours around it, to measure against. `name`: of a statement that is to be prepared. */
export function openBarePool(
  url: string,
  max: number,
): { query(text: string, values: readonly unknown[], name?: string): Promise<unknown[]>; end(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max });
  return {
    query: async (text, values, name) =>
      (await pool.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })).rows as unknown[],
    end: () => pool.end(),
  };
}
