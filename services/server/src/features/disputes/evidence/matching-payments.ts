import { dayMs } from '@backlot/domain/formats/when';
import { historyDays } from '@backlot/domain/money/dispute-window';
import type { EarlierPayment, PaidFrom } from './disputed-payment-rows.ts';

/** C12: how old an undisputed payment is, in days before the dispute, to count for Compelling Evidence 3.0. */
export const countedDays = { min: 120, max: historyDays } as const;
const wantedPayments = 2;

/** The fields of C12 that a purchase here can have. Nothing is shipped, so that a shipping address never matches. */
export type MatchedField = 'user id' | 'IP address' | 'device id';

export interface MatchedPayment {
  readonly payment: EarlierPayment;
  readonly matches: readonly MatchedField[];
  /** Brand and last four digits are the same; null where either is not recorded. */
  readonly isSameCard: boolean | null;
  /** At least two fields match, one of them the IP address or the device. */
  readonly counts: boolean;
}

export const countedFrom = (raisedAt: Date): { from: Date; to: Date } => ({
  from: new Date(raisedAt.getTime() - countedDays.max * dayMs),
  to: new Date(raisedAt.getTime() - countedDays.min * dayMs),
});

/** Earlier payments of the same person, each compared with the disputed one. */
export const matchPayments = (
  disputed: PaidFrom & Pick<EarlierPayment, 'brand' | 'last4'>,
  earlier: readonly EarlierPayment[],
): readonly MatchedPayment[] =>
  earlier.map((payment) => {
    const matches: MatchedField[] = [
      'user id',
      ...(disputed.address !== '' && payment.address === disputed.address ? (['IP address'] as const) : []),
      ...(disputed.deviceId !== null && payment.deviceId === disputed.deviceId ? (['device id'] as const) : []),
    ];
    const hasCards = disputed.last4 !== null && payment.last4 !== null;
    return {
      payment,
      matches,
      isSameCard: hasCards ? disputed.last4 === payment.last4 && disputed.brand === payment.brand : null,
      counts: matches.length > 1,
    };
  });

/** Whether enough of them count. */
export const isCompelling = (matched: readonly MatchedPayment[]): boolean =>
  matched.filter(({ counts }) => counts).length >= wantedPayments;
