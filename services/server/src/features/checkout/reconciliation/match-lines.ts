import type { TenantDb } from '@backlot/database';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { AccountRow } from '../tables.ts';
import { findDelivery } from '../webhooks/delivery-rows.ts';
import { findSubject } from '../webhooks/find-subject.ts';
import { keepDelivery } from '../webhooks/keep-delivery.ts';
import { dropAbsence, dropReversalAbsences } from './absence-rows.ts';
import { findBookedCharge, findBookedReversal, findBookedTotal } from './booked-rows.ts';
import { compareAmounts } from './compare-amounts.ts';
import { listUnsettled, recordVerdict, type Verdict } from './report-rows.ts';
import type { ReportLineRow } from './tables.ts';

/** Milliseconds that a webhook is given to come by itself. */
const graceMs = 3_600_000;
/** Milliseconds after which a line is looked at no more: staff have seen it. */
const longestMs = 60 * 86_400_000;

const nothing = { attempt_id: null, reversal_id: null, ours_minor: null, ours_currency: null } as const;
const waiting: Verdict = { ...nothing, state: 'waiting', difference: null };
const unknown: Verdict = { ...nothing, state: 'differs', difference: 'not_in_books' };
const told: Verdict = { ...nothing, state: 'agrees', difference: null };

/**
 * Holds each line that is not settled against the books. What the provider lists and the books have not is handed, once the
 * webhook has had its time, to those that apply webhooks, as the webhook that was lost; the next turn sees what became of it.
 */
export async function matchLines(
  ctx: AppContext,
  tenant: Tenant,
  account: AccountRow,
  { isTotals, now }: { readonly isTotals: boolean; readonly now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - longestMs);
  const lines = await ctx.database.tenants.read(tenant, (db) => listUnsettled(db, account.id, since));
  /**
   * Series of which something is on its way to the books: what came after it waits, so that a cancellation ends no
   * renewal that was paid before it.
   */
  const busy = new Set<string>();
  // A transaction each: one line that can't be judged keeps no other from it.
  for (const line of lines)
    await ctx.database.tenants.write(tenant, async (db) => {
      const isBusy = line.series_ref !== null && busy.has(line.series_ref);
      const isTotal = isTotals && (line.type === 'refund' || line.type === 'chargeback');
      const ours = await findOurs(db, line, isTotal);
      const isWhole = ours !== null && (ours.difference === null || !isTotal);
      const handed = isWhole ? ours : isBusy ? waiting : await handOver(db, account, line, now);
      // What was looked at and still differs is shown with what the books have of it.
      const verdict = handed === unknown ? (ours ?? unknown) : handed;
      if (verdict === waiting && line.event !== null && line.series_ref !== null) busy.add(line.series_ref);
      await recordVerdict(db, line, verdict);
      if (verdict.attempt_id === null) return;
      if (!isTotal) await dropAbsence(db, verdict);
      else if (verdict.state === 'agrees') await dropReversalAbsences(db, verdict.attempt_id, line);
    });
}

async function findOurs(db: TenantDb, line: ReportLineRow, isTotal: boolean): Promise<Verdict | null> {
  if (line.type === 'cancellation' || line.type === 'expiry')
    return (await deliveryOf(db, line))?.state === 'applied' ? told : null;
  const ours =
    line.type === 'sale' || line.type === 'renewal'
      ? await findBookedCharge(db, line)
      : await (isTotal ? findBookedTotal : findBookedReversal)(db, line);
  if (ours === null) return null;
  const difference = compareAmounts(line, ours);
  return {
    attempt_id: ours.attemptId,
    reversal_id: ours.reversalId,
    ours_minor: ours.amountMinor,
    ours_currency: ours.currency,
    state: difference === null ? 'agrees' : 'differs',
    difference,
  };
}

/** Only what is about something of ours: a stranger's charge is for staff to look at, not a webhook to try. */
async function handOver(db: TenantDb, account: AccountRow, line: ReportLineRow, now: Date): Promise<Verdict> {
  const { event } = line;
  const isEarly = line.occurred_at.getTime() > now.getTime() - graceMs;
  const subject = event && (await findSubject(db, { accountId: account.id, event }));
  if (event === null || subject === null) return isEarly ? waiting : unknown;
  const delivery = await deliveryOf(db, line);
  if (delivery === null) {
    // One that only leads to a look has no webhook to wait for.
    if (isEarly && event.type !== 'look') return waiting;
    const kept = { raw: Buffer.from(JSON.stringify({ report: line.type, event })), headers: {} };
    await keepDelivery(db, account, { externalId: event.externalId, events: [event], kept }, { standsIn: true });
    return waiting;
  }
  return delivery.state === 'coming' ? waiting : unknown;
}

/** What became of the webhook that tells the same; null where none came. */
async function deliveryOf(
  db: TenantDb,
  { account_id: accountId, event }: ReportLineRow,
): Promise<{ readonly state: 'coming' | 'applied' | 'put-aside' } | null> {
  const row = event && (await findDelivery(db, accountId, event.externalId));
  if (!row) return null;
  return { state: row.processed_at === null ? 'coming' : row.error === null ? 'applied' : 'put-aside' };
}
