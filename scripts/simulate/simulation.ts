import { dayMs } from '@backlot/domain/formats/when';
import type { FaultRule } from '@backlot/payments/twin-control';
import type { Random } from '../crash/random.ts';
import type { Coverage } from './coverage.ts';
import { drawFaults, noFaults, type Asked, type EventFaults } from './faults.ts';
import {
  chargesOf,
  membership,
  note,
  providerReversalsOf,
  type Charge,
  type ChargedBy,
  type Fan,
  type Model,
  type Sale,
  type Told,
} from './model.ts';
import type { NewCharge, Provider } from './providers.ts';
import type { PendingWebhook } from './webhooks.ts';
import type { Harness, Reply } from './open-harness.ts';

export interface Violation {
  readonly invariant: string;
  readonly text: string;
  readonly fan: Fan | null;
  readonly event: number;
}

export interface Simulation {
  readonly harness: Harness;
  readonly model: Model;
  readonly random: Random;
  readonly coverage: Coverage;
  /** Webhooks that providers have written and that have not reached the product. */
  readonly undelivered: PendingWebhook[];
  readonly violations: Violation[];
}

export interface EventSpec {
  readonly name: string;
  readonly fan: Fan | null;
  /** The provider's call that it makes, which may fail. */
  readonly asks?: Asked;
  /** What is bought, and what its buyer was told before. */
  readonly sale?: Sale | undefined;
  /** The site charges, not the fan. */
  readonly isByUs?: boolean;
  /** Two things happen at once: the model cannot know which came first. */
  readonly isPair?: boolean;
  /** Repeated without faults where it failed: the model has to know what it changed. */
  readonly isSure?: boolean;
}

/** What came of it; null where it was cut off. */
export type Result = Reply | null;

/**
 * One event, with the faults that were drawn for it. With `isSure` whoever was cut off sends it again, as clients do. What the
 * providers took meanwhile is recorded in the model.
 */
export async function act(
  simulation: Simulation,
  spec: EventSpec,
  work: () => Promise<Reply | void>,
  faults: EventFaults = drawFaults(simulation.random, spec.asks ?? null),
): Promise<Result> {
  const { harness, model, coverage, random } = simulation;
  const { name, fan } = spec;
  model.event += 1;
  const keepForm = ({ reply }: Attempted): void => {
    if (fan && reply?.status === 200) rememberForm(model, fan, reply, spec.sale ?? null);
  };
  const state = fan === null ? 'site' : stateOf(simulation, fan);
  await setFaults(harness, faults.rules);
  const first = await attempt(harness, work, faults);
  await setFaults(harness, []);
  if (spec.isByUs || spec.sale?.bought === membership) await refreshWallets(simulation, fan);
  recordCharges(
    simulation,
    spec,
    faults.rules.some(({ kind }) => kind === 'other-amount'),
  );
  keepForm(first);
  // What a process held in memory is gone with it; opening another is as dear as a hundred events.
  if (first.isDead && random.chance(0.03)) await harness.restart();
  const answer = first.reply === null ? first.text : answerOf(first.reply);
  coverage.met(name, state, first.wasInterrupted || faults.interruption === null ? faults.name : 'none', answer);
  if (fan) note(model, fan, `${name} (${state}; ${faults.name}): ${answer}`);
  if (!spec.isSure || (first.reply !== null && first.reply.status < 500)) return first.reply;
  const again = await attempt(harness, work, noFaults);
  if (spec.isByUs || spec.sale?.bought === membership) await refreshWallets(simulation, fan);
  recordCharges(simulation, spec);
  keepForm(again);
  if (fan) note(model, fan, `${name} again: ${again.reply === null ? again.text : answerOf(again.reply)}`);
  return again.reply;
}

interface Attempted {
  readonly reply: Reply | null;
  readonly text: string;
  readonly isDead: boolean;
  readonly wasInterrupted: boolean;
}

async function attempt(
  harness: Harness,
  work: () => Promise<Reply | void>,
  { interruption }: EventFaults,
): Promise<Attempted> {
  const { ended, wasInterrupted } = await harness.interruptions.run(
    () => work().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))),
    interruption,
  );
  if (ended.kind === 'died') return { reply: null, text: 'died', isDead: true, wasInterrupted };
  if (ended.value instanceof Error) return { reply: null, text: `failed`, isDead: false, wasInterrupted };
  return { reply: ended.value ?? null, text: 'done', isDead: false, wasInterrupted };
}

const answerOf = ({ status, code, data }: Reply): string =>
  code ?? (typeof data?.state === 'string' ? `${status} ${data.state}` : String(status));

/** A purchase that a card is typed for on the provider's page. */
function rememberForm(model: Model, fan: Fan, { data }: Reply, sale: Sale | null): void {
  if (data?.action?.type !== 'redirect') return;
  const url = data.action.url as string;
  const reference = new URL(url).searchParams.get('reference');
  if (reference === null || model.formOwners.has(reference)) return;
  model.formOwners.set(reference, { fan, sale });
  model.forms.push({ fan, url, reference, intentId: data.intent_id as string, sale });
}

let hasFaults = false;
async function setFaults(harness: Harness, wanted: readonly FaultRule[]): Promise<void> {
  if (wanted.length === 0 && !hasFaults) return;
  hasFaults = wanted.length > 0;
  for (const provider of harness.providers) await provider.setFaults(wanted);
}

/** Memberships that are paid from wallets are in no provider's books. Null: those of all fans. */
export async function refreshWallets({ harness, model }: Simulation, fan: Fan | null = null): Promise<void> {
  const members = (fan === null ? model.fans : [fan]).filter(({ hasWalletMembership }) => hasWalletMembership);
  for (const wallet of harness.wallets) if (members.some(({ site }) => site === wallet.site)) await wallet.refresh();
}

/** Records the charges that were made since the last event, and collects the webhooks about them. */
function recordCharges(simulation: Simulation, spec: EventSpec, isOtherAmount = false): void {
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
  const { isPair = false, isByUs = false, name, isOtherAmount } = spec;
  const { reference, amountMinor, form, asksAt, userId } = made;
  const opened = model.formOwners.get(form?.reference ?? reference);
  const acting = userId === undefined ? spec.fan : (model.fans.find(({ person }) => person.id === userId) ?? null);
  const fan = form === undefined ? (opened?.fan ?? acting) : (opened?.fan ?? null);
  if (fan === null || fan.site !== provider.site) {
    const text = `${name} charged ${amountMinor} (${reference})`;
    violations.push({ invariant: 'unasked charge', text, fan, event: model.event });
    return;
  }
  if (asksAt !== undefined) {
    model.formOwners.set(reference, { fan, sale: spec.sale ?? null });
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
    isAccepted: false,
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
function isForMonth({ provider, reference, bought, told, fan, isAccepted }: Charge): boolean {
  const taken = provider.takenOf(reference);
  if (bought !== membership || taken === 0) return false;
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
    (one) => one.event === charge.event && one.bought === charge.bought && one.provider.takenOf(one.reference) > 0,
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
      earlier.provider.seriesOf(earlier.reference) === series &&
      isForMonth(earlier) &&
      keptOf(simulation, earlier) > 0 &&
      at - earlier.at < (earlier.told?.lastsMs ?? 28 * dayMs) - dayMs,
  );
  if (by !== 'fan' && paid.length > 0)
    violations.push({
      invariant: 'double charge',
      text: `a renewal ${charge.reference} follows ${paid[0]!.reference} before its time is over`,
      fan,
      event: model.event,
    });
}

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

function stateOf(simulation: Simulation, fan: Fan): string {
  const { harness, model } = simulation;
  const paid = chargesOf(model, fan).filter((charge) => charge.bought === membership && keptOf(simulation, charge) > 0);
  const last = paid.toSorted((a, b) => b.at - a.at)[0];
  if (last === undefined) return 'no member';
  const how = last.provider.seriesOf(last.reference) === null ? '' : ' by form';
  if (fan.isCancelled) return `cancelled${how}`;
  return `${harness.world.clock.now().getTime() - last.at > 31 * dayMs ? 'late' : 'member'}${how}`;
}

/** A fan of any site. */
export const pickFan = ({ model, random }: Simulation): Fan => random.pick(model.fans);
