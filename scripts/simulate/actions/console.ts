import { note } from '../model.ts';
import { readItems, type OpenItem } from '../read-records.ts';
import type { Simulation } from '../simulation.ts';
import type { Action } from './action.ts';

/** Staff do in CCBill's console what the product shows them and can't ask for: its notices tell of it. */
export const seeToItems: Action = {
  name: 'see to open items',
  weight: 2,
  run: (simulation) => seeTo(simulation, { isQuiet: false }),
};

/**
 * @param options.isQuiet nothing is on its way any more: what is told of unknown payments stays unknown, and is noted, so
 * that it is not tried again every day
 */
export async function seeTo(simulation: Simulation, { isQuiet }: { readonly isQuiet: boolean }): Promise<void> {
  const { harness, model, undelivered, coverage } = simulation;
  for (const item of await readItems(harness, harness.form.site)) {
    const { _id: id, kind, reason } = item;
    if (kind === 'refund_owed') refundByHand(simulation, item);
    const isTheirs = reason === 'for-staff' || (isQuiet && reason === 'no-such-payment');
    if (kind !== 'webhook_unapplied' || !isTheirs) continue;
    undo(simulation, item);
    model.event += 1;
    const { status } = await harness.call('POST /api/reports/open-items/settle', {
      as: harness.world.people[harness.form.site].admin,
      body: { id, decision: 'noted', evidence: 'Seen to in the console' },
    });
    coverage.met('note a webhook', 'site', 'none', String(status));
  }
  for (const outbox of harness.outboxes) undelivered.push(...outbox.collect());
}

/** A refund that CCBill takes by no call of ours: of a series that was charged again. Once, until its notice comes. */
function refundByHand(
  { harness: { form }, model, coverage }: Simulation,
  { _id: id, transactionId, amount, reason }: OpenItem,
): void {
  const amountMinor = Math.round((amount ?? 0) * 100);
  if (transactionId === null || model.seenTo.has(id) || !reason?.endsWith('-by-hand')) return;
  const sale = form.sales().find(({ subscriptionId }) => subscriptionId === form.seriesOf(transactionId));
  const others = sale?.charges.map((charge) => referenceIn(sale.subscriptionId, charge.transactionId)) ?? [];
  const from = [transactionId, ...others].find((reference) => form.leftOf(reference) >= amountMinor);
  if (from === undefined) return;
  model.event += 1;
  model.seenTo.add(id);
  form.giveBack(from, amountMinor);
  coverage.met('refund by hand', 'site', 'none', 'done');
  const charge = model.charges.get(from);
  if (charge) note(model, charge.fan, `staff give back ${amountMinor} of ${from} by hand`);
}

const referenceIn = (subscription: string, transaction: string): string =>
  transaction === subscription ? subscription : `${subscription}-${transaction}`;

/** A charge that bought nothing, or that nobody knows: it goes back, and its series ends. */
function undo({ harness: { form }, model }: Simulation, { event, transactionId }: OpenItem): void {
  if (transactionId === null || (event !== 'charge' && event !== 'series-renewed')) return;
  const left = form.leftOf(transactionId);
  if (left > 0) form.giveBack(transactionId, left);
  const series = form.seriesOf(transactionId)!;
  if (form.sales().some(({ subscriptionId, state }) => subscriptionId === series && state === 'recurring'))
    form.cancel(series);
  model.seenTo.add(transactionId);
  const charge = model.charges.get(transactionId);
  if (charge) note(model, charge.fan, `staff undo ${transactionId} in the console`);
}
