import type { StatementAccount, StatementLine } from '@backlot/contracts/statement';
import { sql, table } from '@backlot/database/sql';
import type { World } from '../../src/testing/world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

interface Entry {
  readonly transactionId: string;
  readonly accountId: string;
  readonly account: string;
  readonly kind: string;
  readonly at: Date;
  readonly minor: number;
}

/** A month asked for, and the same added up from the tables of the books by itself. */
export function statementsOf(world: () => World) {
  const creator = () => world().people.luna.model;
  const entries = () =>
    world().database.tenants.read(world().tenants.luna, (db) =>
      sql<Entry>`
        select e.transaction_id as "transactionId", e.account_id as "accountId", a.kind as account, t.kind, t.at,
          e.amount_minor as minor
        from ${table('ledger_entries')} e join ${table('ledger_transactions')} t on t.id = e.transaction_id
          join ${table('ledger_accounts')} a on a.id = e.account_id`.all(db),
    );
  const ask = (month: string, as: TestPerson = creator()) =>
    world().call('GET /api/reports/statement', { as, query: { month } });
  const statement = async (month: string) => (await ask(month)).body.data;
  const askLines = (query: Record<string, string>, as: TestPerson = creator()) =>
    world().call('GET /api/reports/statement/lines', { as, query });
  /** All pages. */
  const linesOf = async (month: string, account: StatementAccount, of: Record<string, string> = {}) => {
    const lines: StatementLine[] = [];
    for (let after: string | null = ''; after !== null;) {
      const query: Record<string, string> = {
        month,
        account_id: account._id,
        ...(after === '' ? {} : { after }),
        ...of,
      };
      const { data }: { data: { lines: StatementLine[]; next: string | null } } = (await askLines(query)).body;
      lines.push(...data.lines);
      after = data.next;
    }
    return lines;
  };
  return { entries, ask, statement, askLines, linesOf };
}

/** The wire's dollars in minor units. */
export const minorOf = (amount: number): number => Math.round(amount * 100);
export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);
/** What is owed and earned stands below zero in the books. */
export const signOf = (group: StatementAccount['group']): number => (group === 'held' || group === 'costs' ? 1 : -1);

/** The cells of a line of a file. */
export const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
