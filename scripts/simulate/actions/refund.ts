import { chargesOf, note, providerReversalsOf, type Charge, type ProviderReversal } from '../model.ts';
import { keptOf } from '../kept.ts';
import { act, type Simulation } from '../simulation.ts';
import { newKey } from './buy.ts';
import type { Action } from './action.ts';

/** A charge of which something is left. */
function pickKept(simulation: Simulation): Charge | null {
  const kept = [...simulation.model.charges.values()].filter((charge) => keptOf(simulation, charge) > 0);
  return kept.length === 0 ? null : simulation.random.pick(kept);
}

/**
 * CCBill tells how often something went back of a sale and not what for: while somebody in its console has given back what
 * the product has not been told of, a refund that is asked for would be taken for that one.
 */
const hasUnreported = ({ model }: Simulation, { fan, provider, reference }: Charge): boolean =>
  provider.saleOf(reference) !== null &&
  chargesOf(model, fan).some(
    (one) =>
      one.provider.saleOf(one.reference) === provider.saleOf(reference) &&
      providerReversalsOf(model, one).some(({ isReported, kind }) => !isReported && kind !== 'chargeback'),
  );

/** Likewise the other way round: the sale is in the books, and no refund of ours is on its way. */
async function isSettled({ harness }: Simulation, { fan, provider, reference }: Charge): Promise<boolean> {
  const schema = harness.schemas[fan.site];
  const { rows } = await harness.owner.query<{ isOwed: boolean }>(
    `select exists (select 1 from ${schema}.payment_reversals r where r.attempt_id = a.id
       and r.kind = 'refund' and r.state in ('requested', 'owed', 'refused')) as "isOwed"
     from ${schema}.payment_attempts a where a.state = 'succeeded' and split_part(a.provider_ref, '-', 1) = $1`,
    [provider.saleOf(reference)],
  );
  return rows.length > 0 && rows.every(({ isOwed }) => !isOwed);
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
    if (hasUnreported(simulation, charge)) return;
    const left = keptOf(simulation, charge);
    const amount = amountOf(simulation, left);
    const keepsAccess = amount === left && random.chance(0.2);
    const { rows } = await harness.owner.query<{ intent_id: string }>(
      `select intent_id from ${harness.schemas[charge.fan.site]}.payment_attempts where id::text = $1 or provider_ref = $1`,
      [charge.reference],
    );
    const id = rows[0]?.intent_id;
    if (id === undefined) return;
    const key = newKey();
    const reply = await act(simulation, { name: 'refund by staff', fan: charge.fan, isSure: true }, () =>
      harness.call('POST /api/reports/refund', {
        as: harness.world.people[charge.fan.site].admin,
        key,
        body: {
          id,
          amount: amount / 100,
          currency: 'USD',
          reason: 'Asked for',
          keeps_access: keepsAccess,
          ...(charge.provider.name === 'wallet' ? { to_wallet: true } : {}),
        },
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
    const { provider } = charge;
    if (provider.name === 'wallet') return;
    const sale = provider.saleOf(charge.reference);
    const taken = provider.takenOf(charge.reference);
    const left = sale !== null ? harness.form.leftOf(charge.reference) : taken - provider.refundedOf(charge.reference);
    if (left <= 0 || (kind !== 'refund' && left < taken)) return;
    const isTakenBack = providerReversalsOf(model, charge).some((earlier) => earlier.kind === 'chargeback');
    if (isTakenBack && (kind === 'chargeback' || !provider.reportsReversals)) return;
    if (sale !== null && kind !== 'chargeback' && !(await isSettled(simulation, charge))) return;
    model.event += 1;
    const amountMinor = kind === 'refund' ? amountOf(simulation, left) : taken;
    await provider.reverse(kind, charge.reference, amountMinor);
    const sent = harness.outboxes.flatMap((outbox) => outbox.collect());
    undelivered.push(...sent);
    const about = sale ?? charge.reference;
    const webhook = sent.findLast((one) => one.charge === about)!;
    model.providerReversals.set(webhook.id, { charge, kind, amountMinor, isReported: false });
    coverage.met(`${kind} outside`, 'any', 'none', 'done');
    note(model, charge.fan, `${kind} of ${amountMinor} outside, of ${charge.reference}`);
  },
});

export const refundOutside = outside('refund', 2);
export const voidOutside = outside('void', 1);
export const chargeback = outside('chargeback', 2);
