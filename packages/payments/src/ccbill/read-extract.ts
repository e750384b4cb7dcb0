import type { ReportLine, ReportLineType } from '../report.ts';
import type { ProviderEvent } from '../webhook.ts';
import type { CcbillAccount } from './account.ts';
import { minorOf } from './money.ts';
import { timeOf } from './notice-fields.ts';
import { chargeRef } from './read-notice.ts';

type Row = readonly string[];

const typeOf: Readonly<Record<string, ReportLineType>> = {
  NEW: 'sale',
  REBILL: 'renewal',
  REFUND: 'refund',
  VOID: 'void',
  CHARGEBACK: 'chargeback',
  CANCELLATION: 'cancellation',
  EXPIRE: 'expiry',
};

/** What CCBill accounts in. */
const accounting = 'USD';

/**
 * The lines of an extract that are this subaccount's; null where one of them can't be read, as a report with holes proves
 * nothing. All begin with type, account, subaccount, subscription and time. Amounts are what CCBill credits, in US dollars.
 */
export async function readExtract(
  written: AsyncIterable<string> | Iterable<string>,
  account: CcbillAccount,
): Promise<readonly ReportLine[] | null> {
  const lines: ReportLine[] = [];
  for await (const text of written) {
    if (text.trim() === '') continue;
    const row = readRow(text);
    // A page of a proxy's, for example.
    if (row === null || row.length < 4 || !/^\d+$/.test(row[1]!)) return null;
    const type = typeOf[row[0] ?? ''];
    // Types that we did not ask for, and the account's other subaccounts, are nothing of ours.
    if (type === undefined) continue;
    if (row[1] !== account.account || Number(row[2]) !== Number(account.subAccount)) continue;
    const line = readLine(type, row);
    if (line === null) return null;
    // A trial that costs nothing moved no money.
    if (line.amountMinor !== 0) lines.push(line);
  }
  return lines;
}

/**
 * As an account of ours in this currency is told of a line. An extract names no currency: where dollars are not what was
 * asked for, it tells of no money that could be booked.
 */
export const lineIn = (line: ReportLine, currency: string): ReportLine =>
  currency === accounting
    ? line
    : { ...line, currency: null, event: line.event?.type === 'series-renewed' ? null : line.event };

/** Quoted fields with commas between; a quote inside is doubled. */
function readRow(text: string): Row | null {
  const fields: string[] = [];
  const field = /(?:\s*"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/y;
  for (let end = ','; end === ',';) {
    const found = field.exec(text);
    if (found === null) return null;
    fields.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim());
    end = found[3]!;
  }
  return field.lastIndex < text.length ? null : fields;
}

function readLine(type: ReportLineType, row: Row): ReportLine | null {
  const [, , , subscription = '', stamp = ''] = row;
  const occurredAt = timeOfStamp(stamp);
  if (!isId(subscription) || occurredAt === null) return null;
  const transaction = type === 'renewal' ? row[5] : undefined;
  if (transaction !== undefined && !isId(transaction)) return null;
  const text = amountIn(type, row);
  const amountMinor = text === null ? null : minorOf(text, accounting);
  const movesMoney = type !== 'cancellation' && type !== 'expiry';
  if (movesMoney && amountMinor === null) return null;
  const line = {
    type,
    providerRef: chargeRef(subscription, transaction),
    seriesRef: subscription,
    amountMinor,
    currency: movesMoney ? accounting : null,
    occurredAt,
  };
  return { ...line, event: eventOf(line, stamp, transaction) };
}

const isId = (text: string): boolean => /^\d{10,20}$/.test(text);

/** A renewal's id comes first; the layouts of a sale differ, and its amount is what the days that it pays for follow. */
function amountIn(type: ReportLineType, row: Row): string | null {
  const isAmount = (text: string | undefined): text is string => /^\d+\.\d{1,2}$/.test(text ?? '');
  const at =
    type === 'renewal'
      ? 6
      : type === 'sale'
        ? row.findIndex((text, place) => place > 4 && isAmount(text) && /^\d+$/.test(row[place + 1] ?? ''))
        : 5;
  const text = row[at];
  return type === 'cancellation' || type === 'expiry' || !isAmount(text) ? null : text;
}

/**
 * What a notice of it would have told, by the id that the notice has. Of money that went back an extract says neither which
 * charge of the subscription nor by what id, so that nobody can tell it from another of the same amount: staff look at it. A
 * first sale names no payment of ours.
 */
function eventOf(
  line: Omit<ReportLine, 'event'>,
  stamp: string,
  transaction: string | undefined,
): ProviderEvent | null {
  const { type, providerRef, amountMinor, currency, occurredAt } = line;
  const seriesRef = line.seriesRef!;
  const told = (externalId: string) => ({ externalId, about: { providerRef, seriesRef }, occurredAt });
  switch (type) {
    case 'renewal':
      return transaction === undefined || amountMinor === null || currency === null
        ? null
        : {
            ...told(`RenewalSuccess:${transaction}`),
            type: 'series-renewed',
            charge: { kind: 'succeeded', providerRef, amountMinor, currency },
            nextAt: null,
          };
    case 'cancellation':
      return { ...told(`Cancellation:${seriesRef}:${noticeTime(stamp)}`), type: 'series-cancelled', reason: null };
    case 'expiry':
      return { ...told(`Expiration:${seriesRef}:${noticeTime(stamp)}`), type: 'series-expired' };
    default:
      return null;
  }
}

const timeOfStamp = (stamp: string): string | null => timeOf(noticeTime(stamp));

/** `YYYYMMDDHHMMSS` or `YYYYMMDD`, as notices write it; any other text as it is. */
function noticeTime(stamp: string): string {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/.exec(stamp);
  if (!parts) return stamp;
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}
