import { setTimeout as pause } from 'node:timers/promises';
import type { Report, ReportBounds, ReportLine, ReportWindow } from '../report.ts';
import type { StickyClient, Told } from './client.ts';
import type { StickyOrder } from './read-order.ts';
import { refundedOf } from './refund.ts';

const hourMs = 3_600_000;

/**
 * How it may be asked is documented nowhere: four times a day, as an answer is up to three days of whole orders. Zones reach
 * from 12 hours behind to 14 ahead.
 */
export const stickyReportBounds: ReportBounds = {
  pauseMs: 6 * hourMs,
  retryMs: hourMs,
  longestWindowMs: 24 * hourMs,
  offByMs: 14 * hourMs,
  moneyBack: 'totals',
};

/** Older orders of which something went back that are looked at one by one. Beyond that nothing is read, and staff are told. */
const mostViews = 400;
/** Milliseconds that looking at them may take: well below `retryMs`, after which another process begins as well. */
const longestViewsMs = 20 * 60_000;

export interface ReportSource {
  readonly client: StickyClient;
  readonly campaignId: string;
  /** Milliseconds between two orders that are looked at: 120 calls a minute are the one limit that is documented. */
  readonly paceMs: number;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The campaign's orders that were placed within a window, and what went back of those that changed in it, as it stands now.
 * sticky.io tells neither single refunds nor their times, and no fees.
 */
export async function askReport(source: ReportSource, { from, to }: ReportWindow): Promise<Report> {
  const { client, campaignId } = source;
  const off = stickyReportBounds.offByMs!;
  const [first, last] = [new Date(from.getTime() - off), new Date(to.getTime() + off)];
  const placed = await client.find(first, last);
  if (placed.kind !== 'told') return placed;
  const changed = await client.findReversed(first, last);
  if (changed.kind !== 'told') return changed;
  const known = new Set(placed.value.map(({ orderId }) => orderId));
  const older = await viewAll(
    source,
    changed.value.filter((id) => !known.has(id)),
  );
  if (older.kind !== 'told') return older;
  const within = ({ placedAt }: StickyOrder): boolean => placedAt !== null && placedAt >= first && placedAt < last;
  if (placed.value.some(({ placedAt }) => placedAt === null)) return { kind: 'unknown', cause: 'unreadable-answer' };
  const isChanged = new Set(changed.value);
  // The searches are asked for the campaign's alone. Another site's order is shown to nobody here, whatever they find.
  const isOurs = (order: StickyOrder): boolean => order.campaignId === null || order.campaignId === campaignId;
  const orders = placed.value.filter((order) => isOurs(order) && (within(order) || isChanged.has(order.orderId)));
  return {
    kind: 'read',
    linesIn: (currency) => [
      ...orders.filter(within).flatMap((order) => saleOf(order, currency)),
      ...[...orders, ...older.value.filter(isOurs)].flatMap((order) => backOf(order, currency, to)),
    ],
  };
}

async function viewAll(
  { client, paceMs, now, signal }: ReportSource,
  ids: readonly string[],
): Promise<Exclude<Told<readonly StickyOrder[]>, { kind: 'unknown' }> | Extract<Report, { kind: 'unknown' }>> {
  if (ids.length > mostViews) return { kind: 'unknown', cause: 'too-long' };
  const orders: StickyOrder[] = [];
  const end = now() + longestViewsMs;
  for (const id of ids) {
    await pause(paceMs);
    if (signal?.aborted || now() > end) return { kind: 'unknown', cause: 'timeout' };
    const viewed = await client.view(id);
    if (viewed.kind !== 'told') return viewed;
    if (viewed.value !== null) orders.push(viewed.value);
  }
  return { kind: 'told', value: orders };
}

/** A test order and a card that was checked took nothing; one that still waits is listed once it was answered. */
const isOfMoney = ({ isTest, totalMinor, status }: StickyOrder): boolean =>
  !isTest && totalMinor > 0 && status !== 'waiting';

/** Whether one that was undone was ever approved is told nowhere. */
const undone = (order: StickyOrder) =>
  order.isVoid || order.status === 'declined' || (order.status === 'undone' && order.refundedMinor === 0)
    ? ({ isUndone: true } as const)
    : {};

function saleOf(order: StickyOrder, currency: string): ReportLine[] {
  if (!isOfMoney(order)) return [];
  const occurredAt = order.placedAt!.toISOString();
  return [
    {
      // What was charged with a card on file is not told from a sale: the order before it stands in a note alone.
      type: 'sale',
      providerRef: order.orderId,
      seriesRef: null,
      amountMinor: order.totalMinor,
      currency: order.currency ?? currency,
      occurredAt,
      event: {
        type: 'look',
        externalId: `report:${order.orderId}`,
        about: { ...(order.reference === null ? {} : { reference: order.reference }), providerRef: order.orderId },
        occurredAt,
      },
      ...undone(order),
    },
  ];
}

/** What went back so far, by the time at which that was asked for. */
function backOf(order: StickyOrder, currency: string, at: Date): ReportLine[] {
  if (!isOfMoney(order)) return [];
  const refunded = order.status === 'undone' && order.refundedMinor === 0 ? order.totalMinor : refundedOf(order);
  const line = (type: 'refund' | 'chargeback', amountMinor: number): ReportLine => ({
    type,
    providerRef: order.orderId,
    seriesRef: null,
    amountMinor,
    currency: order.currency ?? currency,
    occurredAt: at.toISOString(),
    event: {
      type: 'look',
      externalId: `report:${order.orderId}:${type}:${amountMinor}`,
      about: { providerRef: order.orderId },
      occurredAt: at.toISOString(),
    },
    ...undone(order),
  });
  const chargedBack = order.isChargeback ? order.totalMinor - refunded : 0;
  return [
    ...(refunded > 0 ? [line('refund', refunded)] : []),
    ...(chargedBack > 0 ? [line('chargeback', chargedBack)] : []),
  ];
}
