import { saveSettings } from '@backlot/server/features/sites/index';
import { createWorld, type Answer, type World } from '@backlot/server/testing/world';
import { fillLedger, monthsFilled } from './fill-ledger.ts';
import { result, type BenchResult } from './result.ts';

/** Pages and balances that each figure is of. */
const asked = 400;
const warmed = 20;
const bound = 20;

/** Balances and pages of statements among so many entries: a fan's of the wallet, the creator's of the books. */
export async function benchLedger(entries = 10_000_000): Promise<BenchResult[]> {
  const world = await createWorld();
  try {
    await world.database.tenants.write(world.tenants.luna, (db) =>
      saveSettings(db, { timezone: 'Europe/Berlin' }, null, world.clock.now()),
    );
    const fan = world.people.luna.fan;
    await fillLedger(world, fan.id, entries);
    const among = `among ${entries.toLocaleString('en')} entries, p99`;
    const wallet = await timeWallet(world);
    const books = await timeBooks(world);
    return [
      result(`a fan's balance and first page of the wallet ${among}`, p99(wallet.first), 'ms', '<', bound),
      result(`a later page of the wallet ${among}`, p99(wallet.later), 'ms', '<', bound),
      result(
        `a month of the books, every account's balances and movements, ${among}`,
        p99(books.months),
        'ms',
        '<',
        bound,
      ),
      result(`a first page of an account's month ${among}`, p99(books.first), 'ms', '<', bound),
      result(`a later page of it ${among}`, p99(books.later), 'ms', '<', bound),
    ];
  } finally {
    await world.close();
  }
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)]!;

async function timed(call: () => Promise<Answer>): Promise<{ ms: number; data: Answer['body'] }> {
  const from = performance.now();
  const { status, body } = await call();
  if (status !== 200) throw new Error(`The statement answered ${status}.`);
  return { ms: performance.now() - from, data: body.data };
}

async function timeWallet(world: World): Promise<{ first: number[]; later: number[] }> {
  const page = async (after: string | null) => {
    const query = after === null ? undefined : { after };
    const { ms, data } = await timed(() => world.call('GET /api/wallet/history', { as: world.people.luna.fan, query }));
    if (data.lines.length === 0) throw new Error('A page of the wallet is empty.');
    return { ms, next: data.next as string | null };
  };
  const times: { first: number[]; later: number[] } = { first: [], later: [] };
  let after = (await page(null)).next;
  for (let n = -warmed; n < asked; n += 1) {
    const first = await page(null);
    const later = await page(after);
    after = later.next;
    if (n >= 0) {
      times.first.push(first.ms);
      times.later.push(later.ms);
    }
  }
  return times;
}

/** Months in turn, and of each another account, whole or one of its movements, and the pages that follow. */
async function timeBooks(world: World): Promise<{ months: number[]; first: number[]; later: number[] }> {
  const as = world.people.luna.model;
  const times: { months: number[]; first: number[]; later: number[] } = { months: [], first: [], later: [] };
  for (let n = -warmed; n < asked; n += 1) {
    const month = monthsFilled[Math.abs(n) % monthsFilled.length]!;
    const { ms, data } = await timed(() => world.call('GET /api/reports/statement', { as, query: { month } }));
    const moved = data.accounts.filter((one: { movements: unknown[] }) => one.movements.length > 0);
    const account = moved[Math.abs(n) % moved.length];
    const movement = account.movements[Math.abs(n) % (account.movements.length + 1)];
    const query = {
      month,
      account_id: account._id,
      ...(movement === undefined
        ? {}
        : { kind: movement.kind, ...(movement.what === null ? {} : { what: movement.what }) }),
    };
    const page = (after?: string) =>
      timed(() =>
        world.call('GET /api/reports/statement/lines', {
          as,
          query: after === undefined ? query : { ...query, after },
        }),
      );
    const first = await page();
    if (first.data.lines.length === 0) throw new Error('An account that moved has no lines.');
    const later: number[] = [];
    for (let after = first.data.next; after !== null && later.length < 3;) {
      const next = await page(after);
      later.push(next.ms);
      after = next.data.next;
    }
    if (n >= 0) {
      times.months.push(ms);
      times.first.push(first.ms);
      times.later.push(...later);
    }
  }
  return times;
}
