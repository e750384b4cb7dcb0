import { evidenceDays } from '@backlot/domain/money/dispute-window';
import { formatMoney } from '@backlot/domain/money/money';
import { mostEarlier, type MoneyBack } from './disputed-payment-rows.ts';
import { instantText, notRecorded, told, type EvidenceSection } from './evidence.ts';
import type { ContentUse, GivenAccess, LogIn } from './given-access-rows.ts';
import { countedDays, isCompelling, type MatchedPayment } from './matching-payments.ts';
import { cardText } from './purchase-sections.ts';

export const messagesNote = 'Messages between the buyer and the merchant about the charge: not recorded.';

interface Access {
  readonly given: readonly GivenAccess[];
  readonly logIns: ReadonlyArray<LogIn & { readonly total: number }>;
  readonly uses: readonly ContentUse[];
}

/** That the buyer was let in, and what they did since. */
export function accessSection({ given, logIns, uses }: Access): EvidenceSection {
  return {
    title: 'Access given and used',
    facts: [
      ...(given.length === 0
        ? [['Access given', null] as const]
        : given.map((one) => ['Access given', givenText(one)] as const)),
      ...uses.map(({ at, what }) => [`The buyer ${what} the post`, instantText(at)] as const),
      ['Log-ins since the order', logIns.length === 0 ? null : `${logIns[0]!.total} on record`],
    ],
    ...(logIns.length === 0
      ? {}
      : {
          table: {
            head: ['Logged in', 'IP address', 'Browser'],
            widths: [0.28, 0.22, 0.5],
            rows: logIns.map(({ at, address, userAgent }) => [
              instantText(at),
              told(address) ?? notRecorded,
              told(userAgent) ?? notRecorded,
            ]),
          },
        }),
    note:
      `A log-in is kept for ${evidenceDays} days, and until 30 days after its session would have expired.` +
      (logIns.length < (logIns[0]?.total ?? 0) ? ` The table shows the first ${logIns.length}.` : ''),
  };
}

function givenText({ from, until, why }: GivenAccess): string {
  const end = until === null ? 'with no end' : `until ${instantText(until)}`;
  return `from ${instantText(from)} ${end}${why === null ? '' : ` (${why})`}`;
}

export const refundsSection = (refunds: readonly MoneyBack[], note: string): EvidenceSection => ({
  title: 'Refunds and messages',
  facts:
    refunds.length === 0
      ? [['Refunds of this payment', 'none']]
      : refunds.map((one) => [
          instantText(one.at),
          `${formatMoney(one.amountMinor, one.currency, 'en')}, ${refundText(one)}${one.isToWallet ? ', to the wallet on the site' : ''}`,
        ]),
  note,
});

const refundStates: Readonly<Record<string, string>> = {
  requested: 'asked of the provider',
  succeeded: 'paid back',
  owed: 'not paid back yet',
  refused: 'refused by the provider, not paid back',
  held: 'reported and not booked',
  dropped: 'reported and set aside by the merchant',
};

function refundText({ state, refusalCode }: MoneyBack): string {
  if (state === 'dropped' && refusalCode === 'charged-back') return 'not paid back, as the bank took the money itself';
  if (state === 'dropped' && refusalCode === 'given-back') return 'not needed, as the money went back another way';
  return refundStates[state] ?? state;
}

/** Visa's Compelling Evidence 3.0 (C12). */
export function earlierSection(matched: readonly MatchedPayment[]): EvidenceSection {
  const counting = matched.filter(({ counts }) => counts);
  const sameCard = counting.filter(({ isSameCard }) => isSameCard === true).length;
  return {
    title: 'Earlier payments that nobody disputed (Compelling Evidence 3.0)',
    facts: [
      [
        'Payments of this user',
        `${matched.length}${matched.length === mostEarlier ? ' or more' : ''}, made ${countedDays.min} to ${countedDays.max} days before the dispute`,
      ],
      ['Of them matching', `${counting.length}, of which ${sameCard} by the same card`],
      ['Two transactions, two fields', isCompelling(matched) ? 'met' : 'not met'],
    ],
    ...(matched.length === 0
      ? {}
      : {
          table: {
            head: ['Paid', 'Amount', 'Card', 'IP address', 'Device id', 'Matches'],
            widths: [0.15, 0.12, 0.16, 0.16, 0.25, 0.16],
            rows: [...counting, ...matched.filter(({ counts }) => !counts)].slice(0, mostShown).map(rowOf),
          },
        }),
    note:
      'A payment matches with two of: user id, IP address, device id and shipping address, one of them the IP address or ' +
      'the device id. Two such payments meet the rule; card schemes also want them to be by the same card.',
  };
}

const mostShown = 20;

const rowOf = ({ payment, matches, isSameCard }: MatchedPayment): string[] => [
  instantText(payment.at),
  formatMoney(payment.amountMinor, payment.currency, 'en'),
  `${cardText(payment) ?? notRecorded}${isSameCard === true ? ' (the same)' : ''}`,
  told(payment.address) ?? notRecorded,
  told(payment.deviceId) ?? notRecorded,
  matches.join(', '),
];
