import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { listBalances } from '@backlot/server/features/ledger/index';
import type { TwinCharge } from '@backlot/payments/twin-control';
import { findMemberLies } from './find-member-lies.ts';
import type { Harness } from './harness.ts';

/** A charge as the books have it; amounts in minor units. */
export interface Booked {
  readonly intent_id: string;
  readonly attempt_id: string;
  readonly transaction_id: string;
  readonly user_id: string;
  readonly kind: string;
  readonly content_id: string | null;
  readonly cleared: number;
  readonly reversed: number;
  readonly transactions: number;
}

/**
 * Compares the provider's books with ours and with what people can see. Empty when all is true: every charge is in the
 * ledger once, the books balance, nobody paid and stayed locked, nobody is unlocked unpaid, nobody paid twice, no month
 * was renewed twice, nothing went back twice, and nothing that was charged after a cancellation was kept.
 */
export async function findLies(harness: Harness): Promise<string[]> {
  const taken = new Map(
    (await harness.twin.charges())
      .filter(({ status }) => status === 'succeeded')
      .map((charge) => [charge.reference, charge]),
  );
  const lies: string[] = [];
  const booked = new Set<string>();
  // What the site was never told of it can't know.
  const chargedBack = new Set(
    (await harness.twin.webhooks())
      .filter(({ type, state }) => type === 'chargeback' && state === 'delivered')
      .map(({ reference }) => reference),
  );
  for (const { tenant } of harness.sites) {
    await harness.database.tenants.read(tenant, async (db) => {
      const say = (lie: string): void => void lies.push(`${tenant.slug}: ${lie}`);
      const rows = await listBooked(db);
      for (const row of rows) {
        booked.add(row.attempt_id);
        checkCharge(row, taken.get(row.attempt_id), chargedBack.has(row.attempt_id), say);
      }
      await checkBalances(db, rows, say);
      await checkPosts(db, rows, say);
      for (const lie of await findMemberLies(db, rows, harness.now())) say(lie);
      checkPromises(harness, rows, taken, say);
    });
  }
  for (const reference of taken.keys()) if (!booked.has(reference)) lies.push(`charge ${reference} is in no ledger`);
  return lies;
}

const listBooked = (db: TenantDb): Promise<Booked[]> =>
  sql<Booked>`
    select i.id as intent_id, t.cause_id as attempt_id, min(t.id::text) as transaction_id, i.user_id, i.kind,
      i.content_id, count(distinct t.id)::int as transactions, sum(e.amount_minor)::bigint as cleared, (
        select coalesce(sum(r.amount_minor), 0)::bigint from ${table('payment_reversals')} r
        where r.attempt_id = a.id and r.state = 'succeeded'
      ) as reversed
    from ${table('ledger_transactions')} t join ${table('payment_attempts')} a on a.id = t.cause_id
      join ${table('payment_intents')} i on i.id = a.intent_id
      join ${table('ledger_entries')} e on e.transaction_id = t.id
      join ${table('ledger_accounts')} la on la.id = e.account_id and la.kind = 'provider_clearing'
    where t.cause_type = 'attempt' group by t.cause_id, a.id, i.id`.all(db);

function checkCharge(
  row: Booked,
  charge: TwinCharge | undefined,
  isChargedBack: boolean,
  say: (lie: string) => void,
): void {
  if (row.transactions !== 1) say(`charge ${row.attempt_id} is booked ${row.transactions} times`);
  if (!charge) return say(`${row.attempt_id} is booked and was never charged`);
  if (charge.amount !== row.cleared)
    say(`charge ${row.attempt_id} took ${charge.amount} and is booked with ${row.cleared}`);
  const returned = charge.refunded + (isChargedBack ? charge.amount : 0);
  if (returned !== row.reversed) say(`of charge ${row.attempt_id} ${returned} went back and ${row.reversed} is booked`);
}

async function checkBalances(db: TenantDb, rows: readonly Booked[], say: (lie: string) => void): Promise<void> {
  const balances = await listBalances(db);
  const sum = balances.reduce((total, { balanceMinor }) => total + balanceMinor, 0);
  if (sum !== 0) say(`the books are off by ${sum}`);
  const held = (...kinds: readonly string[]): number =>
    balances.filter(({ kind }) => kinds.includes(kind)).reduce((total, { balanceMinor }) => total + balanceMinor, 0);
  // The provider keeps its fees for chargebacks.
  const clearing = held('provider_clearing', 'chargeback_fees');
  const expected = rows.reduce((total, { cleared, reversed }) => total + cleared - reversed, 0);
  if (clearing !== expected) say(`the clearing account holds ${clearing}, the charges make ${expected}`);
  const [totals] = await db('user_totals').sum({
    spent: 'spent_minor',
    refunded: 'refunded_minor',
    chargedBack: 'charged_back_minor',
  });
  const of = (name: 'spent' | 'refunded' | 'chargedBack'): number => Number(totals?.[name] ?? 0);
  const spent = of('spent') - of('refunded') - of('chargedBack');
  if (spent !== expected) say(`fans' totals say ${spent}, the charges make ${expected}`);
}

/** What staff gave back went back once; of what was charged after a fan was told of a cancellation, all. */
function checkPromises(
  { promises }: Harness,
  rows: readonly Booked[],
  taken: ReadonlyMap<string, TwinCharge>,
  say: (lie: string) => void,
): void {
  for (const [intent, { minor, told }] of promises.refunds) {
    const ofIt = rows.filter((row) => row.intent_id === intent);
    if (ofIt.length === 0) continue;
    const returned = ofIt.reduce((sum, { attempt_id: id }) => sum + (taken.get(id)?.refunded ?? 0), 0);
    if (returned !== minor && (told || returned !== 0))
      say(`of purchase ${intent} staff gave back ${minor}, and ${returned} went`);
  }
  for (const { attempt_id: id, user_id: user } of rows) {
    const charge = taken.get(id);
    const cancelledAt = promises.cancelled.get(user);
    if (cancelledAt === undefined || charge?.initiator !== 'merchant' || charge.refunded === charge.amount) continue;
    if (Date.parse(charge.created) > cancelledAt) say(`${user} was charged by ${id} after a cancellation`);
  }
}

/** Access to posts and money that was kept are the same set. */
async function checkPosts(db: TenantDb, rows: readonly Booked[], say: (lie: string) => void): Promise<void> {
  const kept = rows.filter(({ kind, cleared, reversed }) => kind === 'post' && cleared > reversed);
  const open = new Set(
    (await db('entitlements').whereNull('revoked_at')).map(
      (row) => `${row.user_id} ${row.content_id} ${row.cause_transaction_id}`,
    ),
  );
  const paid = new Set<string>();
  for (const row of kept) {
    const what = `${row.user_id} ${row.content_id}`;
    if (paid.has(what)) say(`${what} was paid twice`);
    paid.add(what);
    if (!open.delete(`${row.user_id} ${row.content_id} ${row.transaction_id}`))
      say(`${what} was paid by ${row.attempt_id} and is locked`);
  }
  for (const left of open) say(`${left} is unlocked and unpaid`);
}
