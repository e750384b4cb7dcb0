import type { SiteName } from '@backlot/server/testing/world';
import { membership, note } from '../model.ts';
import { readItems, type OpenItem } from '../read-records.ts';
import { addTerms } from '../record-charges.ts';
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
export async function seeTo(simulation: Simulation, quiet: { readonly isQuiet: boolean }): Promise<void> {
  const { harness, undelivered } = simulation;
  for (const site of Object.keys(harness.schemas) as SiteName[])
    if (await hasOpen(simulation, site))
      for (const item of await readItems(harness, site)) await seeToItem(simulation, site, item, quiet);
  for (const outbox of harness.outboxes) undelivered.push(...outbox.collect());
}

/** Whether there may be something that they see to: the list that shows it is dear. */
async function hasOpen({ harness: { owner, schemas } }: Simulation, site: SiteName): Promise<boolean> {
  const s = schemas[site];
  const { rows } = await owner.query<{ hasOpen: boolean }>({
    name: `open-${site}`,
    text: `select exists (select 1 from ${s}.payment_reversals where state in ('owed', 'refused'))
      or exists (select 1 from ${s}.payment_intents where state = 'held')
      or exists (select 1 from ${s}.subscription_series where state = 'ending' and alarmed_at is not null)
      or exists (select 1 from ${s}.orphaned_series where ended_at is null and alarmed_at is not null)
      or exists (select 1 from ${s}.webhook_deliveries where error is not null and settled_at is null) as "hasOpen"`,
  });
  return rows[0]!.hasOpen;
}

async function seeToItem(
  simulation: Simulation,
  site: SiteName,
  item: OpenItem,
  { isQuiet }: { readonly isQuiet: boolean },
): Promise<void> {
  const { harness, random } = simulation;
  const { kind, reason } = item;
  if (site === harness.form.site && kind === 'refund_owed') refundByHand(simulation, item);
  if (kind === 'refund_owed' && !reason?.endsWith('-by-hand') && random.chance(0.3))
    await decide(simulation, site, item, 'try_again');
  if (kind === 'payment_held' && random.chance(0.3)) await decideHeld(simulation, site, item);
  if (kind === 'series_unended' && random.chance(0.3)) await decide(simulation, site, item, 'try_again');
  const isTheirs = reason === 'for-staff' || (isQuiet && reason === 'no-such-payment');
  if (site !== harness.form.site || kind !== 'webhook_unapplied' || !isTheirs) return;
  undo(simulation, item);
  await decide(simulation, site, item, 'noted');
}

async function decide(
  { harness, model, coverage }: Simulation,
  site: SiteName,
  { _id: id, kind }: OpenItem,
  decision: string,
): Promise<number> {
  model.event += 1;
  const { status } = await harness.call('POST /api/reports/open-items/settle', {
    as: harness.world.people[site].admin,
    body: { id, decision, evidence: 'Seen to in the console' },
  });
  coverage.met(`decide ${decision} of ${kind}`, 'site', 'none', String(status));
  return status;
}

/** Another amount came than was asked for: it is taken for what was bought, or goes back. */
async function decideHeld(simulation: Simulation, site: SiteName, item: OpenItem): Promise<void> {
  const { model, random } = simulation;
  const charge = [...model.charges.values()].find(
    ({ reference, provider, fan }) => fan.site === site && provider.nameOf(reference) === item.transactionId,
  );
  if (charge === undefined) return;
  const isAccepted = random.chance(0.5);
  const status = await decide(simulation, site, item, isAccepted ? 'accept' : 'give_back');
  note(model, charge.fan, `staff ${isAccepted ? 'accept' : 'give back'} ${charge.reference}: ${status}`);
  if (status !== 200 || !isAccepted) return;
  charge.acceptedAt = simulation.harness.world.clock.now().getTime();
  if (charge.told !== null && charge.bought === membership) addTerms(charge, charge.told);
}

/** A refund that CCBill takes by no call of ours: of a series that was charged again. Once, until its notice comes. */
function refundByHand(
  { harness: { form }, model, coverage }: Simulation,
  { _id: id, transactionId, amount, reason }: OpenItem,
): void {
  const amountMinor = Math.round((amount ?? 0) * 100);
  if (transactionId === null || model.seenTo.has(id) || !reason?.endsWith('-by-hand')) return;
  const sale = form.sales().find(({ subscriptionId }) => subscriptionId === form.saleOf(transactionId));
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
  const series = form.saleOf(transactionId)!;
  if (form.sales().some(({ subscriptionId, state }) => subscriptionId === series && state === 'recurring'))
    form.cancel(series);
  model.seenTo.add(transactionId);
  const charge = model.charges.get(transactionId);
  if (charge) note(model, charge.fan, `staff undo ${transactionId} in the console`);
}
