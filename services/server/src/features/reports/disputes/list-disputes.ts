import type { Answer, QueryOf } from '@backlot/contracts';
import type { Dispute, DisputeFilters, listDisputes as listDisputesCall } from '@backlot/contracts/disputes';
import type { TenantDb } from '@backlot/database';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { presentOpening } from '../../../joints/openings.ts';
import { paginationOf } from '../../../pagination.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findPeople, type Person } from '../../accounts/index.ts';
import { presentAccount, type Sellables } from '../../checkout/index.ts';
import { requireReports } from '../../staff/index.ts';
import { peopleFound } from '../fan-rows.ts';
import { titlesOf } from '../payment-titles.ts';
import { listDisputeLines, listEvidenceOpenings, type DisputeLine, type OpeningLine } from './dispute-rows.ts';

/** Payments that went back: voided, refunded, or taken by their banks. @throws access-denied */
export async function listDisputes(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  query: QueryOf<typeof listDisputesCall>,
): Promise<Answer<typeof listDisputesCall>['data']> {
  requireReports(actor, await ctx.settings.of(tenant));
  const page = query?.page_num ?? 1;
  const limit = adminListLimit;
  return ctx.database.tenants.read(tenant, async (db) => {
    const { disputes, totalRows } = await disputesOf(db, ctx.sells, actor, query ?? {}, {
      limit,
      offset: (page - 1) * limit,
    });
    return { disputes, paginationData: paginationOf(page, totalRows, limit) };
  });
}

/** Those that match, in the order of the screen. */
export async function disputesOf(
  db: TenantDb,
  sells: Sellables,
  actor: Actor,
  { search: typed = '', kind = 'chargebacks' }: DisputeFilters,
  place: { readonly limit: number; readonly offset: number },
): Promise<{ readonly disputes: Dispute[]; readonly totalRows: number }> {
  const search = typed.trim();
  const filters = {
    kind: returnKinds[kind],
    reference: search === '' ? null : search,
    people: search === '' ? null : peopleFound(search),
  };
  const { lines, totalRows } = await listDisputeLines(db, filters, place);
  const ids = lines.map(({ id }) => id);
  const openings = actor.role === 'content_manager' ? [] : await listEvidenceOpenings(db, ids);
  const named = [
    ...lines.map(({ userId }) => userId),
    ...openings.flatMap(({ opened_by: by }) => by ?? []),
    ...lines.flatMap(({ won }) => won?.by ?? []),
  ];
  const people = await findPeople(db, [...new Set(named)]);
  const titles = await titlesOf(db, sells, lines);
  return { disputes: lines.map((line) => presentDispute(line, people, titles, openings)), totalRows };
}

const returnKinds = { all: null, voids: 'void', refunds: 'refund', chargebacks: 'chargeback' } as const;

function presentDispute(
  line: DisputeLine,
  people: ReadonlyMap<string, Person>,
  titles: ReadonlyMap<string, string>,
  openings: readonly OpeningLine[],
): Dispute {
  const { account, card } = line;
  const person = people.get(line.userId);
  return {
    _id: line.id,
    date: line.at.toISOString(),
    state: line.state,
    returned_as: line.returnedAs,
    amount: toWire(line.amountMinor),
    currency: line.currency,
    fee: toWire(line.feeMinor),
    payment: { _id: line.intentId, date: line.paidAt.toISOString() },
    transactionId: line.reference ?? line.intentId,
    kind: line.sold,
    user: { _id: line.userId, name: person?.name ?? '', email: person?.email ?? '' },
    content:
      line.contentId === null ? null : { _id: line.contentId, title: titles.get(line.contentId) ?? line.title ?? '' },
    won: line.won && {
      date: new Date(line.won.at).toISOString(),
      amount: toWire(line.won.minor),
      fee: toWire(line.won.feeMinor),
      by: line.won.by === null ? null : (people.get(line.won.by)?.name ?? ''),
      evidence: line.won.evidence,
    },
    card: card && { card_type: card.brand, last4: card.last4 },
    account: presentAccount(account),
    openings: openings
      .filter(({ reversalId }) => reversalId === line.id)
      .map((opening) => presentOpening(opening, people)),
  };
}
