import { beganAt, isShown } from './check-access.ts';
import { membership, type Charge, type Terms } from './model.ts';
import type { Records } from './read-records.ts';
import { keptOf, lastsMs } from './kept.ts';
import type { Simulation } from './simulation.ts';
import type { SiteName } from '@backlot/server/testing/world';

/** Clocks of providers go by the second. */
const toleranceMs = 60_000;

/** Every renewal takes what the membership was told to cost later, and none comes before the date that was told. */
export function checkTerms(simulation: Simulation, site: SiteName, records: Records): void {
  const { model, violations } = simulation;
  noteBooked(simulation, records);
  for (const charge of model.charges.values()) {
    const { fan, bought, by, provider, reference, isOtherAmount, at, event } = charge;
    const taken = provider.takenOf(reference);
    if (fan.site !== site || bought !== membership || by === 'fan' || taken === 0 || isOtherAmount) continue;
    if (isOfNoSale(simulation, charge)) continue;
    const terms = termsOf(simulation, records, charge);
    const say = (invariant: string, text: string): void =>
      void violations.push({ invariant, text: `${text} (${reference})`, fan, event });
    const priced = terms.filter(({ recurringMinor }) => recurringMinor === taken);
    if (priced.length === 0)
      say(
        'another price than was told',
        `a renewal took ${taken} where ${terms.map((one) => one.recurringMinor).join(' or ')} was told`,
      );
    else if (priced.every((one) => at < nextAtOf(simulation, one) - toleranceMs))
      say('charged before its date', `a renewal at ${day(at)} where ${day(priced[0]!.nextAt)} was told`);
  }
}

/** Sooner than was told where what had paid for the days before it went back. */
const nextAtOf = (simulation: Simulation, { nextAt, at, charge }: Terms): number =>
  charge?.told != null && lastsMs(simulation, charge) < charge.told.lastsMs
    ? Math.min(nextAt, at + lastsMs(simulation, charge))
    : nextAt;

const day = (at: number): string => (Number.isFinite(at) ? new Date(at).toISOString() : 'never');

/** What a renewal may go by: the newest terms that stand, and what was bought after them and went back. */
function termsOf(simulation: Simulation, records: Records, { fan, provider, reference, at, event }: Charge): Terms[] {
  const series = provider.seriesOf(reference);
  if (series !== null) return fan.terms.filter(({ charge }) => charge?.provider.seriesOf(charge.reference) === series);
  const found: Terms[] = [];
  const known = fan.terms.filter((one) => one.at < at || (one.at === at && one.event <= event)).toReversed();
  for (const terms of known) {
    found.push(terms);
    if (
      terms.isSure &&
      wasTold(simulation, terms, event) &&
      (terms.charge === null || stands(simulation, records, terms.charge))
    ) {
      // What was paid before it and learned of only after it, as the answer was lost, is what goes on.
      const isLearnedLater = ({ charge }: Terms): boolean => {
        const learnedAt = charge === null ? -Infinity : beganAt(records, charge);
        return charge !== null && learnedAt > charge.at && learnedAt >= terms.at && learnedAt <= at;
      };
      return [...found, ...known.slice(found.length).filter(isLearnedLater)];
    }
  }
  return found;
}

/** What is booked was told of, if not by its webhook: at the latest by now. */
function noteBooked({ model }: Simulation, { payments }: Records): void {
  for (const { reference } of payments)
    if (model.charges.has(reference) && !model.toldSales.has(reference)) model.toldSales.set(reference, model.event);
}

/** By then the product knew of what was bought. Of a sale on a form its provider tells, late or never; until then what held before goes on. */
const wasTold = ({ model }: Simulation, { charge }: Terms, event: number): boolean =>
  charge === null ||
  charge.provider.seriesOf(charge.reference) === null ||
  (model.toldSales.get(charge.reference) ?? Infinity) <= event;

const stands = (simulation: Simulation, records: Records, charge: Charge): boolean =>
  keptOf(simulation, charge) > 0 && !isShown(records, charge);

/**
 * Of a series whose first payment was of another amount: it sold nothing and was told nothing of. What the provider charges
 * before it is told to end it has to go back, as `checkPeriods` sees.
 */
const isOfNoSale = ({ model }: Simulation, { fan, provider, reference }: Charge): boolean => {
  const series = provider.seriesOf(reference);
  return (
    series !== null &&
    [...model.charges.values()].some(
      (first) =>
        first.fan === fan &&
        first.by === 'fan' &&
        first.isOtherAmount &&
        first.acceptedAt === null &&
        first.provider.seriesOf(first.reference) === series,
    )
  );
};
