import { dayMs } from '@backlot/domain/formats/when';
import type { SiteName } from '@backlot/server/testing/world';
import { chargesOf, membership, providerReversalsOf, type Charge, type Fan } from './model.ts';
import { leftInBooks, shownOf, type Period, type Records } from './read-records.ts';
import { keptOf } from './kept.ts';
import type { Simulation } from './simulation.ts';

/** Whoever paid has what they paid for, once; nobody else has it; what is neither is shown to staff. */
export async function checkAccess(simulation: Simulation, site: SiteName, records: Records): Promise<void> {
  for (const fan of simulation.model.fans.filter((one) => one.site === site)) {
    checkPosts(simulation, records, fan);
    checkPeriods(simulation, records, fan);
    await checkMembership(simulation, records, fan);
  }
}

const owing = ['refund_owed', 'payment_held', 'reversal_held'];
export const isShown = ({ items, refs }: Records, { reference }: Charge): boolean =>
  shownOf(items, refs.get(reference) ?? reference, owing) > 0;

/** What the rules say of a charge that has no money left: staff may have left open what it had paid for. */
const mayStayOpen = ({ isKeptOpen }: Charge): boolean => isKeptOpen;

/** In minor units: what is left of a charge. Of a series the books say of which charge something went back (`checkSeries`). */
function keptNow(simulation: Simulation, records: Records, charge: Charge): number {
  if (charge.provider.seriesOf(charge.reference) === null) return keptOf(simulation, charge);
  return leftInBooks(records, charge.reference);
}

function checkPosts(simulation: Simulation, records: Records, fan: Fan): void {
  const { model, violations } = simulation;
  const own = records.entitlements.filter(({ userId }) => userId === fan.person.id);
  const charges = chargesOf(model, fan);
  for (const { id: post } of model.posts.values()) {
    const say = (invariant: string, text: string, event = model.event): void =>
      void violations.push({ invariant, text: `${text} (post ${post})`, fan, event });
    const its = charges.filter((charge) => charge.bought === post);
    const held = its.filter((charge) => keptNow(simulation, records, charge) > 0);
    const kept = held.filter((charge) => !isShown(records, charge));
    const isOpen = own.some(({ contentId }) => contentId === post);
    if (kept.length + (fan.fromWallet.has(post) ? 1 : 0) > 1)
      say('double charge', `${kept.map(({ reference }) => reference).join(' and ')} paid for one post`, kept[0]!.event);
    if (kept.length > 0 && !isOpen) say('paid and locked', kept[0]!.reference, kept[0]!.event);
    if (isOpen && held.length === 0 && !fan.fromWallet.has(post) && !its.some(mayStayOpen))
      say('unpaid unlock', 'nothing paid for it');
  }
}

/** Every month that was paid for is there once, and every month that is there was paid for. */
function checkPeriods(simulation: Simulation, records: Records, fan: Fan): void {
  const { model, violations, harness } = simulation;
  const say = (invariant: string, text: string, event = model.event): void =>
    void violations.push({ invariant, text, fan, event });
  const now = harness.world.clock.now();
  const chargeOf = new Map(records.payments.map(({ reference, transactionId }) => [transactionId, reference]));
  const periods = records.periods.filter(({ userId }) => userId === fan.person.id);
  const byCharge = new Map<string, Period>();
  for (const period of periods) {
    const charge = period.transactionId === null ? undefined : chargeOf.get(period.transactionId);
    if (charge !== undefined) byCharge.set(charge, period);
    else if (period.transactionId !== null || !isGiven(fan, period))
      say('unpaid unlock', `the time from ${period.startsAt.toISOString()} was neither paid nor given`);
  }
  // A provider that charges by itself keeps its dates: what is paid from then on begins no sooner, and its buyer is not locked out.
  const leadsToSeries = ({ endsAt }: Period): boolean =>
    [...byCharge].some(
      ([reference, { startsAt, isCut }]) =>
        !isCut &&
        startsAt.getTime() === endsAt?.getTime() &&
        model.charges.get(reference)?.provider.seriesOf(reference) != null,
    );
  for (const charge of chargesOf(model, fan).filter(({ bought }) => bought === membership)) {
    const { reference, event } = charge;
    const period = byCharge.get(reference);
    const kept = keptNow(simulation, records, charge);
    if (kept > 0 && !isShown(records, charge)) {
      if (period === undefined) say('double charge', `${reference} paid for no month`, event);
      else if (period.isCut) say('paid and locked', `the month of ${reference} was cut`, event);
    }
    const isOver = period?.endsAt != null && period.endsAt <= now;
    if (kept <= 0 && period && !period.isCut && !isOver && !charge.isKeptOpen && !leadsToSeries(period))
      say('unpaid unlock', `the month of ${reference} goes on until ${period.endsAt?.toISOString()}`, event);
  }
  const running = periods.filter(({ isCut }) => !isCut);
  for (const [place, period] of running.entries()) {
    const before = running[place - 1];
    if (before && (before.endsAt === null || before.endsAt > period.startsAt))
      say('double charge', `the month from ${period.startsAt.toISOString()} was paid twice`);
  }
}

const dayOf = 86_400_000;

/** Staff gave it, or an offer's free months are it: from then on, and no longer than was told. */
const isGiven = ({ gifts }: Fan, { startsAt, endsAt, isCut }: Period): boolean =>
  isCut ||
  gifts.some(
    ({ at, lastsMs }) =>
      startsAt.getTime() >= at - 60_000 && (endsAt?.getTime() ?? Infinity) - startsAt.getTime() <= lastsMs + dayOf,
  );

/**
 * What the fan sees: who paid long ago is no member. From when a payment counts goes by when the product booked it
 * (`beganAt`), so that one that was booked late gives time from then on, whatever the reason.
 */
async function checkMembership(simulation: Simulation, records: Records, fan: Fan): Promise<void> {
  const { harness, model, violations } = simulation;
  const now = harness.world.clock.now().getTime();
  const its = chargesOf(model, fan).filter(({ bought }) => bought === membership);
  const paid = its.filter(
    (charge) => keptOf(simulation, charge) > 0 || charge.isKeptOpen || providerReversalsOf(model, charge).length > 0,
  );
  const status = await statusOf(simulation, fan);
  const times = records.periods.filter(({ userId }) => userId === fan.person.id);
  hold(simulation, fan, times, status);
  const isRecent =
    paid.some((charge) => {
      const from = beganAt(records, charge);
      return now - from < 70 * dayMs || now < from + (charge.told?.lastsMs ?? 0) + 40 * dayMs;
    }) ||
    now <
      paidUntil(
        records,
        its.filter((charge) => keptOf(simulation, charge) > 0 || ranOut(records, charge, now)),
      ) +
        40 * dayMs;
  const isGift = fan.gifts.some(({ until, isRevoked }) => !isRevoked && now < until + 40 * dayMs);
  // Where what was paid for before it goes back, a gift begins sooner, and ends sooner.
  const isPulled = its.some((charge) => keptOf(simulation, charge) <= 0);
  const given = fan.gifts.find(
    ({ by, until, at, lastsMs, isSure, isRevoked }) =>
      by === 'staff' && isSure && !isRevoked && at <= now && now < (isPulled ? at + lastsMs : until),
  );
  if (status === '0' && given)
    violations.push({
      invariant: 'given and locked',
      text: `a gift lasts until ${new Date(given.until).toISOString()}`,
      fan,
      event: model.event,
    });
  if (status !== '0' && !isRecent && !isGift)
    violations.push({
      invariant: 'unpaid unlock',
      text: `is a member (${status}) and paid nothing for 70 days`,
      fan,
      event: model.event,
    });
}

/** What goes back after its time takes no time away: what was paid next began when it was over. */
function ranOut({ payments, periods }: Records, { reference }: Charge, now: number): boolean {
  const booked = payments.find((payment) => payment.reference === reference);
  return periods.some(
    ({ transactionId, isCut, endsAt }) =>
      transactionId !== null &&
      transactionId === booked?.transactionId &&
      !isCut &&
      endsAt !== null &&
      endsAt.getTime() <= now,
  );
}

/** Charges that are learned of together, late, pay for times that follow each other. */
const paidUntil = (records: Records, charges: readonly Charge[]): number =>
  charges
    .map((charge) => ({ from: beganAt(records, charge), lastsMs: charge.told?.lastsMs ?? 31 * dayMs }))
    .toSorted((one, other) => one.from - other.from)
    .reduce((until, { from, lastsMs }) => Math.max(until, from) + lastsMs, 0);

/**
 * In milliseconds, the latest instant from which a charge may count: of one whose answer was lost the product learns when it finds
 * it, and of another amount staff say what it is for. Its buyer has the whole time from then on.
 */
export function beganAt({ payments }: Records, { reference, at, acceptedAt }: Charge): number {
  const booked = payments.find((payment) => payment.reference === reference);
  return Math.max(at, booked?.bookedAt.getTime() ?? at, acceptedAt ?? at);
}

async function statusOf({ harness }: Simulation, fan: Fan): Promise<string> {
  const { data } = await harness.call('GET /api/users/me', { as: fan.person });
  return data.ccbillSubscriptionStatus as string;
}

/** Whoever has time that is paid or given, and was not taken back, is a member: of two changes at once neither undoes the other. */
export async function checkRunning(simulation: Simulation, fan: Fan): Promise<void> {
  const { harness } = simulation;
  const schema = harness.schemas[fan.site];
  const { rows } = await harness.owner.query<Time>(
    `select p.starts_at as "startsAt", p.ends_at as "endsAt", p.cut_at is not null as "isCut"
     from ${schema}.subscription_periods p join ${schema}.subscriptions m on m.id = p.subscription_id where m.user_id = $1`,
    [fan.person.id],
  );
  hold(simulation, fan, rows, await statusOf(simulation, fan));
}

type Time = Pick<Period, 'startsAt' | 'endsAt' | 'isCut'>;

function hold({ harness, model, violations }: Simulation, fan: Fan, times: readonly Time[], status: string): void {
  const now = harness.world.clock.now();
  const running = times.find(
    ({ startsAt, endsAt, isCut }) => !isCut && startsAt <= now && (endsAt === null || endsAt > now),
  );
  if (running === undefined || status !== '0') return;
  const until = running.endsAt?.toISOString() ?? 'ever';
  violations.push({
    invariant: 'paid and locked',
    text: `has time from ${running.startsAt.toISOString()} until ${until} and is no member`,
    fan,
    event: model.event,
  });
}
