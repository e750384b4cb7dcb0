import { dayMs } from '@backlot/domain/formats/when';
import { keptOf, lastsMs } from './kept.ts';
import { chargesOf, membership, note, type Charge, type ChargedBy, type Told } from './model.ts';
import type { NewCharge, Provider } from './providers.ts';
import type { EventSpec, Simulation } from './simulation.ts';

/** Records the charges that were made since the last event, and collects the webhooks about them. */
export function recordCharges(simulation: Simulation, spec: EventSpec, isOtherAmount = false): void {
  const { harness, undelivered } = simulation;
  for (const outbox of harness.outboxes) undelivered.push(...outbox.collect());
  for (const provider of harness.providers)
    for (const made of provider.newCharges()) recordCharge(simulation, { ...spec, isOtherAmount }, provider, made);
}

interface Recorded extends EventSpec {
  readonly isOtherAmount: boolean;
}

function recordCharge(simulation: Simulation, spec: Recorded, provider: Provider, made: NewCharge): void {
  const { harness, model, violations } = simulation;
  const { isPair = false, isByUs = false, name } = spec;
  const { reference, amountMinor, form, asksAt, userId } = made;
  const opened = model.formOwners.get(form?.reference ?? reference);
  // What a bank was asked of is taken after its answer.
  const isOtherAmount = spec.isOtherAmount || (opened?.isOtherAmount ?? false);
  const acting = userId === undefined ? spec.fan : (model.fans.find(({ person }) => person.id === userId) ?? null);
  const fan = form === undefined ? (opened?.fan ?? acting) : (opened?.fan ?? null);
  if (fan === null || fan.site !== provider.site) {
    const text = `${name} charged ${amountMinor} (${reference})`;
    violations.push({ invariant: 'unasked charge', text, fan, event: model.event });
    return;
  }
  if (asksAt !== undefined) {
    model.formOwners.set(reference, { fan, sale: spec.sale ?? null, isOtherAmount });
    model.challenges.push({ fan, reference, url: asksAt });
    return note(model, fan, `is asked by the bank of ${reference}`);
  }
  const isByFan = form === undefined ? !isByUs || opened !== undefined : form.isFirst;
  const by: ChargedBy = isByFan ? 'fan' : form === undefined ? 'site' : 'provider';
  const sale = by === 'fan' ? ((opened ?? spec).sale ?? null) : null;
  const charge: Charge = {
    provider,
    reference,
    fan,
    bought: sale?.bought ?? membership,
    by,
    isAfterCancellation: by === 'provider' && fan.isCancelled,
    at: form?.at.getTime() ?? harness.world.clock.now().getTime(),
    event: model.event,
    told: sale?.told ?? null,
    isOtherAmount,
    acceptedAt: null,
    refundAskedMinor: 0,
    isKeptOpen: false,
  };
  checkCharge(simulation, charge, isPair);
  model.charges.set(reference, charge);
  const taken = provider.takenOf(reference);
  const { told } = charge;
  if (told !== null && isForMonth(charge)) addTerms(charge, told);
  if (told !== null && taken > 0 && taken !== told.initialMinor && !isOtherAmount)
    violations.push({
      invariant: 'another price than was told',
      text: `${reference} took ${taken} where ${told.initialMinor} was told`,
      fan,
      event: model.event,
    });
  const what = charge.bought === membership ? membership : 'a post';
  note(
    model,
    fan,
    `${taken > 0 ? 'charged' : 'charged in vain'} ${amountMinor} for ${what} by the ${by}, ${reference}`,
  );
}

export const addTerms = (charge: Charge, told: Told): void =>
  void charge.fan.terms.push({ ...told, at: charge.at, event: charge.event, charge, isSure: true });

/** It took what its price was told to be; any other amount buys nothing, and goes back. */
function isForMonth({ provider, reference, bought, told, fan, acceptedAt }: Charge): boolean {
  const taken = provider.takenOf(reference);
  if (bought !== membership || taken === 0) return false;
  const isAccepted = acceptedAt !== null;
  if (told !== null) return taken === told.initialMinor || isAccepted;
  return isAccepted || fan.terms.some(({ recurringMinor }) => recurringMinor === taken);
}

/**
 * What may not happen at any moment: a charge of ours after the fan cancelled, or for a month that is paid. A provider that
 * charges by itself has to be told of a cancellation first, and tells of its charges late: what came of those is asked once
 * all is quiet.
 */
function checkCharge(simulation: Simulation, charge: Charge, isPair: boolean): void {
  const { model, violations } = simulation;
  const { fan, by, at, provider } = charge;
  const beside = chargesOf(model, fan).find(
    (one) =>
      one.event === charge.event &&
      one.bought === charge.bought &&
      one.provider.takenOf(one.reference) > 0 &&
      // Another amount buys nothing and goes back: whoever comes after it is no second.
      (one.told === null || one.provider.takenOf(one.reference) === one.told.initialMinor),
  );
  if (by === 'fan' && isPair && beside && provider.takenOf(charge.reference) > 0)
    violations.push({
      invariant: 'double charge',
      text: `${charge.reference} and ${beside.reference} at once for one thing`,
      fan,
      event: model.event,
    });
  if (charge.bought !== membership || provider.takenOf(charge.reference) === 0) return;
  if (by === 'site' && fan.isCancelled && !isPair)
    violations.push({ invariant: 'charged after a cancellation', text: charge.reference, fan, event: model.event });
  if (by === 'fan') fan.isCancelled = false;
  const series = provider.seriesOf(charge.reference);
  const paid = chargesOf(model, fan).filter(
    (earlier) =>
      earlier.bought === membership &&
      earlier.event > fan.withdrewAt &&
      earlier.provider.seriesOf(earlier.reference) === series &&
      isForMonth(earlier) &&
      keptOf(simulation, earlier) > 0 &&
      at - earlier.at < lastsMs(simulation, earlier) - dayMs,
  );
  if (by !== 'fan' && paid.length > 0)
    violations.push({
      invariant: 'double charge',
      text: `a renewal ${charge.reference} follows ${paid[0]!.reference} before its time is over`,
      fan,
      event: model.event,
    });
}
