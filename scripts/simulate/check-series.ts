import type { TwinSale } from '@backlot/twins/ccbill/books';
import { isShown } from './check-access.ts';
import { providerReversalsOf, type Charge } from './model.ts';
import { leftInBooks, shownOf, type Records } from './read-records.ts';
import { returnedOf } from './kept.ts';
import type { Simulation } from './simulation.ts';

/**
 * Of a series that its provider drives, which tells of money that goes back without saying of which charge: as much is booked as
 * went back, what is in no books is shown to staff, nothing that was charged after a cancellation is kept, and no series goes
 * on that pays for nothing.
 */
export function checkSeries(simulation: Simulation, records: Records): void {
  const { harness, model } = simulation;
  const bySeries = Map.groupBy(model.charges.values(), ({ provider, reference }) => provider.seriesOf(reference));
  for (const sale of harness.form.sales())
    checkSale(simulation, records, sale, bySeries.get(sale.subscriptionId) ?? []);
}

function checkSale(simulation: Simulation, records: Records, sale: TwinSale, charges: readonly Charge[]): void {
  const { model, violations } = simulation;
  const { subscriptionId } = sale;
  const say = (invariant: string, text: string, { fan, event } = charges[0]!): void =>
    void violations.push({ invariant, text, fan, event });
  const sum = (of: (charge: Charge) => number): number => charges.reduce((total, charge) => total + of(charge), 0);
  const payments = records.payments.filter(({ reference }) => charges.some((charge) => charge.reference === reference));
  const isBooked = ({ reference }: Charge): boolean => payments.some((payment) => payment.reference === reference);

  for (const charge of charges) {
    const { reference } = charge;
    if (!isBooked(charge) && !isKnownToStaff(simulation, records, reference))
      say('books differ', `charge ${reference} is in no books, and nobody is shown it`, charge);
    if (charge.isAfterCancellation && leftInBooks(records, reference) > 0 && !isShown(records, charge))
      say('charged after a cancellation', `${reference} is kept`, charge);
  }
  // What is in no books at all is staff's from its first charge on.
  if (payments.length === 0) return;

  const shown = (kind: string): number =>
    sum(({ reference }) => shownOf(records.items, records.refs.get(reference) ?? reference, [kind]));
  const [returned, held] = [sum((charge) => returnedOf(simulation, charge)), shown('reversal_held')];
  const booked = payments.reduce((total, { wentMinor }) => total + wentMinor, 0);
  if (returned !== booked + held)
    say('books differ', `of series ${subscriptionId} ${returned} went back, ${booked} is booked and ${held} held`);
  const asked = sum(({ refundAskedMinor }) => refundAskedMinor);
  if (returned + shown('refund_owed') < asked)
    say('owed and not shown', `of series ${subscriptionId} staff gave back ${asked}, ${returned} went`);

  const isBilling = records.billingSeries.has(subscriptionId);
  const isUnended = records.items.some(
    ({ kind, transactionId }) => kind === 'series_unended' && transactionId === subscriptionId,
  );
  if (sale.state === 'recurring' && !isBilling && !isUnended)
    say('charged for nothing', `series ${subscriptionId} goes on, and pays for no membership`);
  // What undid a charge ended its series there, and is told by its own notice.
  const isUndone = charges.some((charge) =>
    providerReversalsOf(model, charge).some(({ kind, isReported }) => kind === 'void' || !isReported),
  );
  if (sale.state !== 'recurring' && isBilling && !isUndone)
    say('books differ', `series ${subscriptionId} has ended, and a membership waits for its next charge`);
}

/** An open item, a line of the report, or something that they have seen to at the provider. */
const isKnownToStaff = ({ model }: Simulation, { items, inNoBooks }: Records, reference: string): boolean =>
  model.seenTo.has(reference) ||
  inNoBooks.has(reference) ||
  items.some(({ kind, transactionId }) => kind === 'webhook_unapplied' && transactionId === reference);
