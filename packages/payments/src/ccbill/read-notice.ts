import { createHash } from 'node:crypto';
import { classifyDecline } from '../declines.ts';
import type { PaidAmount, Succeeded } from '../outcomes.ts';
import type { EventSubject, ProviderEvent } from '../webhook.ts';
import { currencyOf, minorOf } from './money.ts';
import { dayOf, timeOf, type Fields } from './notice-fields.ts';
import { paidWith, readCard } from './read-card.ts';
import { termsNamed } from './sold-terms.ts';

export interface NoticeReader {
  readonly salt: string;
  /** Four digits. */
  readonly subAccount: string;
  /** Whether a card that was paid with can be charged again. */
  readonly keepsCards: boolean;
  /** The site's zone (IANA). */
  readonly timeZone: string;
}

/** A charge that CCBill made by itself belongs to a subscription and has an id of its own. */
export const chargeRef = (subscriptionId: string, transactionId: string | undefined): string =>
  transactionId === undefined || transactionId === subscriptionId
    ? subscriptionId
    : `${subscriptionId}-${transactionId}`;

/** The subscription that a charge of ours or of CCBill's belongs to. */
export const subscriptionOf = (providerRef: string): string => providerRef.split('-')[0]!;

interface Told {
  readonly externalId: string;
  readonly about: EventSubject;
  readonly occurredAt: string;
  readonly evidence: Readonly<Record<string, string>>;
}

type Read = (fields: Fields, told: Told, reader: NoticeReader) => ProviderEvent | null;

/** By `eventType`. What is in no line here means nothing to us, such as a changed address. */
const readers: Readonly<Record<string, Read>> = {
  NewSaleSuccess: readSale,
  UpSaleSuccess: readSale,
  CrossSaleSuccess: readSale,
  UpgradeSuccess: readSale,
  // The payer may try again on the same page, and the answer to a charge of ours told its end already.
  NewSaleFailure: readFailure,
  UpSaleFailure: readFailure,
  CrossSaleFailure: readFailure,
  UpgradeFailure: readFailure,
  RenewalSuccess: readRenewal,
  RenewalFailure: (fields, told, { timeZone }) => ({
    ...told,
    type: 'series-failed',
    decline: {
      kind: 'declined',
      code: fields['failureCode'] ?? '',
      ...classifyDecline(fields['failureCode'] ?? ''),
    },
    retryAt: dayOf(fields['nextRetryDate'], timeZone),
  }),
  Cancellation: (fields, told) => ({ ...told, type: 'series-cancelled', reason: fields['reason'] ?? null }),
  Expiration: (_fields, told) => ({ ...told, type: 'series-expired' }),
  BillingDateChange: readMove,
  // A subscription that had ended goes on: somebody has to judge what for.
  UserReactivation: ({ subscriptionId = '' }, told) => ({
    ...told,
    about: { seriesRef: subscriptionId },
    type: 'look',
  }),
  Refund: readReversal('refund'),
  Void: readReversal('void'),
  Chargeback: readReversal('chargeback'),
  Return: readReversal('returned-payment'),
};

/** What a notice tells, in our words; none where it means nothing to us, null where it can't be read. */
export function readNotice(fields: Fields, reader: NoticeReader): readonly ProviderEvent[] | null {
  const { eventType = '', timestamp } = fields;
  const read = Object.hasOwn(readers, eventType) ? readers[eventType]! : null;
  if (read === null) return [];
  const occurredAt = timeOf(timestamp);
  const about = subjectOf(fields);
  if (occurredAt === null || about === null) return null;
  const event = read(
    fields,
    {
      externalId: externalIdOf(fields),
      about,
      occurredAt,
      evidence: { digest: digestOf(fields, reader.salt), reservation: fields['X-reservation'] ?? '' },
    },
    reader,
  );
  return event === null ? null : [event];
}

/** One that can't be read, with what can. `digest` tells it from any other. */
export const unreadNotice = (fields: Fields, digest: string, now: Date): ProviderEvent => ({
  type: 'unread',
  name: fields['eventType'] ?? null,
  externalId: `unread:${digest}`,
  about: subjectOf(fields) ?? {},
  occurredAt: timeOf(fields['timestamp']) ?? now.toISOString(),
});

/** A notice may come twice and has no id: what it tells of has one, or else a time. */
export const externalIdOf = ({ eventType, transactionId, subscriptionId, timestamp, ...more }: Fields): string =>
  transactionId !== undefined
    ? `${eventType}:${transactionId}`
    : `${eventType}:${subscriptionId ?? more['X-reference'] ?? ''}:${timestamp}`;

function subjectOf({ subscriptionId, transactionId, ...more }: Fields): EventSubject | null {
  const reference = more['X-reference'];
  if (subscriptionId === undefined) return reference === undefined ? null : { reference };
  return {
    ...(reference === undefined ? {} : { reference }),
    providerRef: chargeRef(subscriptionId, transactionId),
    seriesRef: subscriptionId,
  };
}

/** Supports a notice and proves nothing: integrations saw two recipes. */
function digestOf({ dynamicPricingValidationDigest: given, subscriptionId }: Fields, salt: string): string {
  if (given === undefined || subscriptionId === undefined) return 'none';
  const approved = createHash('md5').update(`${subscriptionId}1${salt}`).digest('hex');
  return given.toLowerCase() === approved ? 'fits' : 'differs';
}

function readSale(
  fields: Fields,
  told: Told,
  { keepsCards, timeZone, subAccount }: NoticeReader,
): ProviderEvent | null {
  const { subscriptionId } = fields;
  const billed = money(fields, 'billedInitialPrice', 'billedCurrency');
  const asked =
    fields['subscriptionInitialPrice'] === undefined
      ? billed
      : money(fields, 'subscriptionInitialPrice', 'subscriptionCurrency');
  if (subscriptionId === undefined || asked === null) return null;
  const card = keepsCards ? readCard(fields, subscriptionId) : null;
  const recurs = Number(fields['recurringPeriod'] ?? 0) > 0 && Number(fields['rebills'] ?? 0) > 0;
  return {
    ...told,
    type: 'charge',
    // The charge that begins a subscription is known by its id.
    about: { ...told.about, providerRef: subscriptionId },
    evidence: {
      ...told.evidence,
      ...termsNamed(fields),
      ...(Number(fields['clientSubacc'] ?? subAccount) === Number(subAccount) ? {} : { subAccount: 'other' }),
    },
    outcome: {
      ...taken(subscriptionId, asked, billed, money(fields, 'accountingInitialPrice', 'accountingCurrency')),
      ...(card === null ? paidWith(fields) : { instrument: card }),
      ...(fields['threeDSecure'] === undefined ? {} : { threeDSecure: fields['threeDSecure'].slice(0, 100) }),
      ...(recurs ? { series: { seriesRef: subscriptionId, nextAt: dayOf(fields['nextRenewalDate'], timeZone) } } : {}),
    },
  };
}

function readRenewal(fields: Fields, told: Told, { timeZone }: NoticeReader): ProviderEvent | null {
  const { subscriptionId, transactionId } = fields;
  const billed = money(fields, 'billedAmount', 'billedCurrency');
  if (subscriptionId === undefined || transactionId === undefined || billed === null) return null;
  return {
    ...told,
    type: 'series-renewed',
    charge: {
      ...taken(
        chargeRef(subscriptionId, transactionId),
        billed,
        null,
        money(fields, 'accountingAmount', 'accountingCurrency'),
      ),
      ...paidWith(fields),
    },
    nextAt: dayOf(fields['nextRenewalDate'], timeZone),
  };
}

function readFailure(_fields: Fields, told: Told): ProviderEvent {
  return { ...told, type: 'look', isDecline: true };
}

function readMove(fields: Fields, told: Told, { timeZone }: NoticeReader): ProviderEvent | null {
  const nextAt = dayOf(fields['nextRenewalDate'], timeZone);
  return nextAt === null ? null : { ...told, type: 'series-moved', nextAt };
}

function readReversal(type: 'refund' | 'void' | 'chargeback' | 'returned-payment'): Read {
  return (fields, told) => {
    const moved = money(fields, 'amount', 'currency');
    // What the first payment passed on comes back with later charges' reversals too, and names none of them.
    const { reference: _reference, ...about } = told.about;
    const reason = fields['reason']?.trim().slice(0, 200);
    return (
      moved && {
        ...told,
        about,
        type,
        amountMinor: moved.minor,
        currency: moved.currency,
        ...(reason ? { reason } : {}),
      }
    );
  };
}

interface Money {
  readonly text: string;
  readonly minor: number;
  readonly currency: string;
}

/** An amount above zero, with the currency's name or else its number. */
function money(fields: Fields, amount: string, currency: string): Money | null {
  const text = fields[amount];
  const name = fields[currency] ?? currencyOf(fields[`${currency}Code`] ?? '');
  if (text === undefined || !name || !/^[A-Z]{3}$/.test(name)) return null;
  const minor = minorOf(text, name);
  return minor === null || minor <= 0 ? null : { text, minor, currency: name };
}

/** What the payer parted with and what the site is credited stand beside it where they are something else. */
function taken(providerRef: string, asked: Money, billed: Money | null, credited: Money | null): Succeeded {
  const other = (paid: Money | null): PaidAmount | null =>
    paid === null || paid.currency === asked.currency ? null : { amount: paid.text, currency: paid.currency };
  const [payers, ours] = [other(billed), other(credited)];
  return {
    kind: 'succeeded',
    providerRef,
    amountMinor: asked.minor,
    currency: asked.currency,
    ...(payers ? { billed: payers } : {}),
    ...(ours ? { credited: ours } : {}),
  };
}
