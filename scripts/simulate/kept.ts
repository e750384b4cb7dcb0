import { dayMs } from '@backlot/domain/formats/when';
import { chargesOf, membership, providerReversalsOf, type Charge } from './model.ts';
import type { Simulation } from './simulation.ts';

/** In minor units: what a provider still has of a charge, as far as the product was told. */
export function keptOf(simulation: Simulation, charge: Charge): number {
  const taken = charge.provider.takenOf(charge.reference);
  return taken === 0 ? 0 : taken - returnedOf(simulation, charge);
}

/** Likewise what went back of it. */
export function returnedOf({ model }: Simulation, charge: Charge): number {
  const { provider } = charge;
  const outside = providerReversalsOf(model, charge);
  // The bank takes what is left, also of what goes back later.
  if (!provider.reportsReversals && outside.some(({ kind, isReported }) => kind === 'chargeback' && isReported))
    return provider.takenOf(charge.reference);
  const refunded = provider.refundedOf(charge.reference);
  return outside.reduce((sum, { kind, amountMinor, isReported }) => {
    if (kind === 'chargeback') return isReported ? sum + amountMinor : sum;
    return isReported ? sum : sum - amountMinor;
  }, refunded);
}

/** The shortest month, in milliseconds. */
const monthMs = 28 * dayMs;

/** Of one that moved a membership the days before it count, unless what had paid for them went back: then a month is left. */
export function lastsMs(simulation: Simulation, { fan, told, event }: Charge): number {
  if (told === null) return monthMs;
  const isRestGone =
    told.reason === 'migration' &&
    chargesOf(simulation.model, fan).some(
      (before) => before.bought === membership && before.event < event && keptOf(simulation, before) <= 0,
    );
  return isRestGone ? Math.min(told.lastsMs, monthMs) : told.lastsMs;
}
