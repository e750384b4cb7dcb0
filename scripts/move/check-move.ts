import { checkFan } from './check-fan.ts';
import { nowOf, type Move } from './move.ts';
import { readBooks } from './read-books.ts';

/** Fans whose access is asked for where the run goes on; at its end it is everybody's. */
const sample = 300;

/**
 * Once all is quiet: the providers' own books against what the product says of every fan. It reads rows by statements of its
 * own and shares no rule with the product.
 */
export async function checkMove(move: Move, { isLast = false } = {}): Promise<void> {
  const { harness, fans, charges, violations } = move;
  const books = await readBooks(harness);
  const say = (invariant: string, text: string): void => void violations.push({ invariant, text, fan: null });
  for (const id of books.unbalanced) say('unbalanced books', `transaction ${id} does not sum to zero`);
  for (const id of books.openAttempts) say('never settles', `attempt ${id} is still open`);
  for (const name of charges.strays) say('unasked charge', name);
  for (const fan of fans) checkFan(move, books, fan);
  const asked = isLast ? fans : fans.filter((_fan, place) => place % Math.ceil(fans.length / sample) === 0);
  for (const fan of asked) {
    const { data } = await harness.call('GET /api/users/me', { as: fan.person });
    const shown = String(data?.ccbillSubscriptionStatus);
    const paidUntil = books.periods.get(fan.person.id)?.at(-1)?.endsAt?.getTime() ?? 0;
    const isPaid = paidUntil > nowOf(move);
    // Until a day after the end a renewal may still come.
    const expected = fan.cancelledAt === null ? '2' : isPaid ? '1' : '0';
    if (shown !== expected)
      violations.push({ invariant: 'access is not what is paid', text: `${shown} instead of ${expected}`, fan });
  }
}
