import { dayMs } from '@backlot/domain/formats/when';
import { nowOf, type Move, type MovingFan } from './move.ts';
import type { BookedPeriod, MoveBooks } from './read-books.ts';
import type { TwinCharge } from './twin-charges.ts';

const price = 1999;
/** A period is a month of the calendar or thirty days, and after a move as much more as whole days need. */
const [shortestMs, longestMs] = [27.9 * dayMs, 33.1 * dayMs];
/** A period is paid when it begins, or, by who moves, in the week before. */
const [earliestMs, latestMs] = [8 * dayMs, 2 * dayMs];
/** So long a renewal of a provider may come after the end that the product was told of. */
const graceMs = dayMs;

/** Each billed exactly once a period, no day lost and none paid twice, by one provider at a time. */
export function checkFan(move: Move, books: MoveBooks, fan: MovingFan): void {
  const say = (invariant: string, text: string): void => void move.violations.push({ invariant, text, fan });
  const periods = books.periods.get(fan.person.id) ?? [];
  const charges = move.charges.of(fan).filter(({ amountMinor }) => amountMinor > 0);
  checkBooked(books, fan, charges, say);
  const kept = charges.filter(({ amountMinor, returnedMinor }) => returnedMinor < amountMinor);
  checkPaid(periods, kept, say);
  if (kept.length === 0) say('never joined', 'nothing is left of what was charged');
  checkDays(move, fan, periods, say);
  checkSeries(move, books, fan, kept.at(-1), say);
  const { cancelledAt } = fan;
  for (const { at, reference } of kept)
    if (cancelledAt !== null && at > cancelledAt) say('charged after a cancellation', reference);
}

type Say = (invariant: string, text: string) => void;

/** The product's books hold every charge once, and what went back of it. */
function checkBooked(books: MoveBooks, fan: MovingFan, charges: readonly TwinCharge[], say: Say): void {
  const booked = new Map((books.charges.get(fan.person.id) ?? []).map((one) => [one.reference, one]));
  for (const { reference, amountMinor, returnedMinor } of charges) {
    const one = booked.get(reference);
    booked.delete(reference);
    if (one === undefined) say('books differ', `${reference} took ${amountMinor} and is in no books`);
    else if (one.receipts !== 1) say('books differ', `${reference} is booked ${one.receipts} times`);
    else if (one.cameMinor !== amountMinor || one.wentMinor !== returnedMinor)
      say(
        'books differ',
        `${reference}: ${amountMinor} - ${returnedMinor}, booked ${one.cameMinor} - ${one.wentMinor}`,
      );
  }
  for (const reference of booked.keys()) say('books differ', `${reference} is booked and was never charged`);
}

/** One charge a period, of the price, at the time of the period. */
function checkPaid(periods: readonly BookedPeriod[], kept: readonly TwinCharge[], say: Say): void {
  const left = new Map(kept.map((charge) => [charge.reference, charge]));
  for (const { reference, startsAt } of periods) {
    const from = startsAt.toISOString();
    const charge = reference === null ? undefined : left.get(reference);
    if (charge === undefined) {
      say('unpaid period', `nothing is left of what paid for the period from ${from}`);
      continue;
    }
    left.delete(charge.reference);
    const { amountMinor, returnedMinor, at } = charge;
    if (amountMinor - returnedMinor !== price)
      say('another price', `${charge.reference} kept ${amountMinor - returnedMinor}`);
    const sinceMs = at - startsAt.getTime();
    if (sinceMs < -earliestMs || sinceMs > latestMs)
      say('charged at another time', `${charge.reference}, ${days(sinceMs)} days after its period began, from ${from}`);
  }
  for (const { reference, amountMinor, returnedMinor } of left.values())
    say('charged twice', `${reference} paid for no period, and ${amountMinor - returnedMinor} of it is kept`);
}

/** From the first payment on day follows day, until now or until the end of what was paid before a cancellation. */
function checkDays(move: Move, fan: MovingFan, periods: readonly BookedPeriod[], say: Say): void {
  for (const [place, { startsAt, endsAt }] of periods.entries()) {
    const from = startsAt.toISOString();
    const before = periods[place - 1];
    const gapMs = before ? startsAt.getTime() - (before.endsAt?.getTime() ?? Infinity) : 0;
    if (gapMs > 0) say('lost days', `${days(gapMs)} before the period from ${from}`);
    if (gapMs < 0) say('days paid twice', `${days(-gapMs)} after the period from ${from} began`);
    const lastsMs = (endsAt?.getTime() ?? Infinity) - startsAt.getTime();
    if (lastsMs < shortestMs) say('lost days', `the period from ${from} lasts ${days(lastsMs)} days`);
    if (lastsMs > longestMs) say('unpaid days', `the period from ${from} lasts ${days(lastsMs)} days`);
  }
  const last = periods.at(-1)?.endsAt?.getTime() ?? 0;
  const [now, { cancelledAt }] = [nowOf(move), fan];
  if (cancelledAt === null ? last + graceMs <= now : last + graceMs <= cancelledAt)
    say('lost days', `what is paid for ended ${new Date(last).toISOString()}`);
}

/** At most one provider goes on charging: the one that charged last, and none after a cancellation. */
function checkSeries(move: Move, books: MoveBooks, fan: MovingFan, last: TwinCharge | undefined, say: Say): void {
  const rows = books.series.get(fan.person.id) ?? [];
  const going = move.charges.salesOf(fan).filter(({ state }) => state === 'recurring');
  for (const { ref, state } of rows) if (state === 'ending') say('series not ended', `${ref} is still ending`);
  const billing = rows.filter(({ state }) => state === 'billing');
  const isLive = last !== undefined && fan.cancelledAt === null;
  if (billing.length !== (isLive ? 1 : 0)) say('not one series', `${billing.length} series are billing`);
  const expected = isLive && last?.provider === 'ccbill' ? last.reference.split('-')[0] : undefined;
  for (const { subscriptionId } of going)
    if (subscriptionId !== expected) say('series not ended', `${subscriptionId} goes on at its provider`);
  if (expected !== undefined && !going.some(({ subscriptionId }) => subscriptionId === expected))
    say('series ended too early', `${expected} goes on no more at its provider`);
  const [one] = billing;
  if (isLive && one !== undefined && one.provider !== last.provider)
    say('not one series', `${last.provider} charged last, and ${one.provider} is to charge next`);
}

const days = (ms: number): string => (ms / dayMs).toFixed(2);
