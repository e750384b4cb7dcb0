import pg from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Notes every statement of this process's connections until stopped, those that manage roles and transactions included. */
export function recordStatements(): { stop(): Statement[] } {
  const prototype = pg.Client.prototype as { query: (...parts: unknown[]) => unknown };
  const original = prototype.query;
  const seen: Statement[] = [];
  prototype.query = function noted(this: unknown, ...parts: unknown[]): unknown {
    const [first, second] = parts;
    const given = first as { text?: string; values?: unknown[] } | string;
    const text = typeof given === 'string' ? given : given?.text;
    if (text !== undefined)
      seen.push({ text, values: (typeof given === 'string' ? (second as unknown[]) : given.values) ?? [] });
    return original.apply(this, parts);
  };
  return {
    stop() {
      prototype.query = original;
      return seen;
    },
  };
}

/** A statement that manages the connection and asks no table. */
export const isHousekeeping = ({ text }: Statement): boolean =>
  /^\s*(?:set|reset|begin|commit|rollback|savepoint|release|show|discard|select 1\s*;?$)/i.test(text);

/** A pool with nothing of ours around it, to measure against. */
export function openBarePool(
  url: string,
  max: number,
): { query(text: string, values: readonly unknown[]): Promise<unknown[]>; end(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max });
  return {
    query: async (text, values) => (await pool.query(text, [...values])).rows as unknown[],
    end: () => pool.end(),
  };
}
