import type { PastToTwin } from '@backlot/payments/twin-control';
import type { Past } from './make-past.ts';

const GOOD_CARDS = ['4242424242424242', '5555555555554444'] as const;

/**
 * The card of each buyer, by the person. Of those whose membership renews no more, one expired last month and another
 * expires this month, so that the list of cards shows both; a card is never older than what was paid with it.
 */
export function demoCards({ payments, memberships, returns }: Past, now: Date): PastToTwin['cards'] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const thisMonth = new Date(Date.UTC(year, month, 1));
  const lastMonth = new Date(Date.UTC(year, month - 1, 1));
  const lastPaid = new Map(payments.map(({ userId, at }) => [userId, at]));
  const disputed = new Set(returns.filter(({ kind }) => kind === 'chargeback').map(({ paymentId }) => paymentId));
  const barred = new Set(payments.filter(({ id }) => disputed.has(id)).map(({ userId }) => userId));
  const left = memberships
    .filter(({ steps, userId }) => steps.at(-1)!.kind === 'cancelled' && !barred.has(userId))
    .map(({ userId }) => userId);
  const expired = left.find((userId) => lastPaid.get(userId)! < thisMonth);
  const expiring = left.find((userId) => userId !== expired);
  return [...lastPaid.keys()].map((userId) => {
    const ends = userId === expired ? lastMonth : userId === expiring ? thisMonth : new Date(Date.UTC(year + 3, 11, 1));
    return {
      reference: userId,
      number: GOOD_CARDS[userId.charCodeAt(userId.length - 1) % 2]!,
      month: ends.getUTCMonth() + 1,
      year: ends.getUTCFullYear(),
    };
  });
}
