import { note, providerReversalsOf, type Charge, type ProviderReversal } from '../model.ts';
import { act, keptOf, type Simulation } from '../simulation.ts';
import { newKey } from './buy.ts';
import type { Action } from './action.ts';

/** A charge of which something is left. */
function pickKept(simulation: Simulation): Charge | null {
  const kept = [...simulation.model.charges.values()].filter((charge) => keptOf(simulation, charge) > 0);
  return kept.length === 0 ? null : simulation.random.pick(kept);
}

/** A part in one case of three. */
const amountOf = ({ random }: Simulation, left: number): number =>
  left > 1 && random.chance(0.33) ? random.between(1, left - 1) : left;

export const refund: Action = {
  name: 'refund by staff',
  weight: 3,
  async run(simulation) {
    const { harness, random } = simulation;
    const charge = pickKept(simulation);
    if (charge === null) return;
    const left = keptOf(simulation, charge);
    const amount = amountOf(simulation, left);
    const keepsAccess = amount === left && random.chance(0.2);
    const { rows } = await harness.owner.query<{ intent_id: string }>(
      `select intent_id from ${harness.schemas[charge.fan.site]}.payment_attempts where id::text = $1`,
      [charge.reference],
    );
    const id = rows[0]?.intent_id;
    if (id === undefined) return;
    const key = newKey();
    const reply = await act(simulation, { name: 'refund by staff', fan: charge.fan, isSure: true }, () =>
      harness.call('POST /api/reports/refund', {
        as: harness.world.people[charge.fan.site].admin,
        key,
        body: { id, amount: amount / 100, currency: 'USD', reason: 'Asked for', keeps_access: keepsAccess },
      }),
    );
    if (reply?.status !== 200) return;
    charge.refundAskedMinor += amount;
    if (keepsAccess) charge.isKeptOpen = true;
  },
};

/** In the provider's console, or by the bank: without the site's asking. */
const outside = (kind: ProviderReversal['kind'], weight: number): Action => ({
  name: `${kind} outside`,
  weight,
  async run(simulation) {
    const { harness, model, undelivered, coverage } = simulation;
    const charge = pickKept(simulation);
    if (charge === null) return;
    const provider = harness.providers[charge.fan.site];
    const taken = provider.takenOf(charge.reference);
    const left = taken - provider.refundedOf(charge.reference);
    if (left <= 0 || (kind !== 'refund' && left < taken)) return;
    const isTakenBack = providerReversalsOf(model, charge).some((earlier) => earlier.kind === 'chargeback');
    if (isTakenBack && (kind === 'chargeback' || !provider.reportsReversals)) return;
    model.event += 1;
    const amountMinor = kind === 'refund' ? amountOf(simulation, left) : taken;
    await provider.reverse(kind, charge.reference, amountMinor);
    const sent = harness.outboxes.flatMap((outbox) => outbox.collect());
    undelivered.push(...sent);
    const webhook = sent.find(({ charge: about }) => about === charge.reference)!;
    model.providerReversals.set(webhook.id, { charge, kind, amountMinor, isReported: false });
    coverage.met(`${kind} outside`, 'any', 'none', 'done');
    note(model, charge.fan, `${kind} of ${amountMinor} outside, of ${charge.reference}`);
  },
});

export const refundOutside = outside('refund', 2);
export const voidOutside = outside('void', 1);
export const chargeback = outside('chargeback', 2);
