import { DomainError, type QueryOf } from '@backlot/contracts';
import type * as calls from '@backlot/contracts/statement';
import { monthBounds } from '@backlot/domain/formats/dates';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import type { TenantDb } from '@backlot/database';
import { validate as isUuid } from 'uuid';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findPeople } from '../../accounts/index.ts';
import { purchasesOfCauses, type CausePurchase } from '../../checkout/index.ts';
import { groupOf, signOf } from '../../ledger/index.ts';
import { findAccount, type EntryRow } from './entry-rows.ts';
import { findPlace, listEntries, type EntryPlace } from './line-rows.ts';

/**
 * The entries behind an account's month, or behind one of its movements, a page at a time.
 * @throws `not-found` for an account that is none, `invalid-request` for a place that no page ended at
 */
export async function listStatementLines(
  ctx: AppContext,
  tenant: Tenant,
  { month, account_id: id, kind, what, after }: QueryOf<typeof calls.listStatementLines>,
) {
  const { timezone } = await ctx.settings.of(tenant);
  const limit = adminListLimit;
  return ctx.database.tenants.read(tenant, async (db) => {
    const account = await findAccount(db, id);
    if (account === null) throw new DomainError('not-found');
    const asked = { ...monthBounds(month, timezone), kind: kind ?? null, what: what ?? null };
    const place = after === undefined ? null : await placeOf(db, after);
    const found = await listEntries(db, account, asked, place, limit + 1);
    const entries = found.slice(0, limit);
    const { people, purchases } = await behind(db, entries);
    const sign = signOf(groupOf(account.kind));
    const lines = entries.map((entry): calls.StatementLine => ({
      _id: idOf(entry),
      date: entry.at.toISOString(),
      kind: entry.kind,
      what: entry.what,
      amount: toWire(sign * entry.minor),
      user: presentPerson(entry.userId, people),
      payment: presentPurchase(purchases.get(entry.causeId)),
    }));
    return { lines, next: found.length > limit ? idOf(entries.at(-1)!) : null };
  });
}

const idOf = ({ transactionId, accountId }: EntryRow): string => `${transactionId}_${accountId}`;

async function placeOf(db: TenantDb, after: string): Promise<EntryPlace> {
  const [transactionId = '', accountId = ''] = after.split('_');
  const place = [transactionId, accountId].every(isUuid) ? await findPlace(db, { transactionId, accountId }) : null;
  if (place === null) throw new DomainError('invalid-request', {}, { fields: [{ field: 'after', code: 'invalid' }] });
  return place;
}

type Names = Awaited<ReturnType<typeof findPeople>>;

/** Whose entries are, and of which purchases. */
export async function behind(
  db: TenantDb,
  entries: ReadonlyArray<{ readonly userId: string | null; readonly causeId: string }>,
): Promise<{ readonly people: Names; readonly purchases: ReadonlyMap<string, CausePurchase> }> {
  const userIds = entries.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  return {
    people: await findPeople(db, [...new Set(userIds)]),
    purchases: await purchasesOfCauses(
      db,
      entries.map(({ causeId }) => causeId),
    ),
  };
}

function presentPerson(id: string | null, people: Names): calls.StatementLine['user'] {
  if (id === null) return null;
  const person = people.get(id);
  return { _id: id, name: person?.name ?? '', email: person?.email ?? '' };
}

const presentPurchase = (purchase: CausePurchase | undefined): calls.StatementLine['payment'] =>
  purchase === undefined ? null : { _id: purchase.intentId, kind: purchase.sold, title: purchase.title };
