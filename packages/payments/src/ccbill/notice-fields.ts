import { providerDay } from '@backlot/domain/memberships/provider-days';
import { parseLongIntegers } from './long-integers.ts';

/** Everything a notice says is text. */
export type Fields = Readonly<Record<string, string>>;

/** Of a notice, what is acted on. Names, addresses, logins and passwords that the payer typed are not among it. */
const kept: ReadonlySet<string> = new Set([
  'eventType',
  'subscriptionId',
  'transactionId',
  'clientAccnum',
  'clientSubacc',
  'timestamp',
  'billedInitialPrice',
  'billedCurrency',
  'billedCurrencyCode',
  'subscriptionInitialPrice',
  'subscriptionCurrency',
  'subscriptionCurrencyCode',
  'accountingInitialPrice',
  'billedAmount',
  'accountingAmount',
  'accountingCurrency',
  'accountingCurrencyCode',
  'amount',
  'currency',
  'currencyCode',
  'subscriptionRecurringPrice',
  'initialPeriod',
  'recurringPeriod',
  'rebills',
  'renewalDate',
  'nextRenewalDate',
  'nextRetryDate',
  'dynamicPricingValidationDigest',
  'cardType',
  'last4',
  'expDate',
  'threeDSecure',
  'reason',
  'source',
  'failureReason',
  'failureCode',
  'X-reference',
  'X-reservation',
]);

/** A body as JSON or as a form, with what the address says of the event; null where it is neither. */
export function readFields(raw: Buffer, query: URLSearchParams): Fields | null {
  const pairs = pairsOf(raw);
  const fields = keptOf(pairs ?? [], query);
  return pairs === null || fields['eventType'] === undefined ? null : fields;
}

/** What may be kept of a notice that can't be read: as much of the same as there is. */
export const readableFields = (raw: Buffer, query: URLSearchParams): Fields => keptOf(pairsOf(raw) ?? [], query);

function keptOf(pairs: readonly (readonly [string, string])[], query: URLSearchParams): Fields {
  const eventType = query.get('eventType');
  const all = [...pairs, ...(eventType === null ? [] : [['eventType', eventType] as const])];
  return Object.fromEntries(all.filter(([name, value]) => kept.has(name) && value !== ''));
}

function pairsOf(raw: Buffer): [string, string][] | null {
  const text = raw.toString('utf8').trim();
  if (!text.startsWith('{')) return [...new URLSearchParams(text)];
  try {
    // Ids come as numbers too, of more digits than a JavaScript number holds.
    return Object.entries(parseLongIntegers(text) as object).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : String(value),
    ]);
  } catch {
    return null;
  }
}

/** CCBill's clock is Mountain Standard Time all year, as Arizona's is. */
export const dayZone = 'America/Phoenix';

/** What it names without a time, as the beginning of that day for a site (its zone is IANA's). ISO 8601, or null. */
export const dayOf = (text: string | undefined, timeZone: string): string | null =>
  providerDay(text?.trim().slice(0, 10) ?? '', dayZone, timeZone)?.toISOString() ?? null;

/** A moment of CCBill's clock. ISO 8601, or null. */
export function timeOf(text: string | undefined): string | null {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d))?$/.exec(text?.trim() ?? '');
  if (!parts) return null;
  const time = new Date(`${parts[1]}T${parts[2] ?? '00:00:00'}-07:00`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
