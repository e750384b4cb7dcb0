import type { FaultRule } from '@backlot/payments/twin-control';
import type { Random } from '../crash/random.ts';
import type { Coverage } from './coverage.ts';
import { drawTrouble, noTrouble, type Asked, type Trouble } from './faults.ts';
import { chargesOf, membership, note, outsideOf, type Charge, type Fan, type Model } from './model.ts';
import type { Notice } from './notices.ts';
import { dayMs, type Reply, type Town } from './open-town.ts';

export interface Violation {
  readonly invariant: string;
  readonly text: string;
  readonly fan: Fan | null;
  readonly event: number;
}

export interface Simulation {
  readonly town: Town;
  readonly model: Model;
  readonly random: Random;
  readonly coverage: Coverage;
  /** Letters that nobody has carried yet. */
  readonly pile: Notice[];
  readonly violations: Violation[];
}

export interface Doing {
  readonly name: string;
  readonly fan: Fan | null;
  /** What it asks a provider for, which may fail. */
  readonly asks?: Asked;
  /** The site charges, not the fan. */
  readonly isByUs?: boolean;
  /** Two things happen at once: which of them a charge followed is not known. */
  readonly isPair?: boolean;
  /** It cannot fail: what it changes has to be known. */
  readonly isSure?: boolean;
}

/** What came of it; null where it was cut off. */
export type Result = Reply | null;

/**
 * One event, under whatever strikes it. Whoever was cut off in the middle of an act sends it again, as clients do, when
 * `isSure`; what the providers took meanwhile is written down.
 */
export async function act(
  simulation: Simulation,
  doing: Doing,
  work: () => Promise<Reply | void>,
  trouble: Trouble = drawTrouble(simulation.random, doing.asks ?? null),
): Promise<Result> {
  const { town, model, coverage, random } = simulation;
  const { name, fan } = doing;
  model.event += 1;
  const state = fan === null ? 'site' : stateOf(simulation, fan);
  await setFaults(town, trouble.rules);
  const first = await attempt(town, work, trouble);
  await setFaults(town, []);
  absorb(simulation, doing);
  if (first.isDead && random.chance(0.1)) await town.restart();
  const told = first.reply === null ? first.text : answerOf(first.reply);
  coverage.met(name, state, first.wasStruck || trouble.strike === null ? trouble.name : 'none', told);
  if (fan) note(model, fan, `${name} (${state}; ${trouble.name}): ${told}`);
  if (!doing.isSure || (first.reply !== null && first.reply.status < 500)) return first.reply;
  const again = await attempt(town, work, noTrouble);
  absorb(simulation, doing);
  if (fan) note(model, fan, `${name} again: ${again.reply === null ? again.text : answerOf(again.reply)}`);
  return again.reply;
}

interface Attempted {
  readonly reply: Reply | null;
  readonly text: string;
  readonly isDead: boolean;
  readonly wasStruck: boolean;
}

async function attempt(town: Town, work: () => Promise<Reply | void>, { strike }: Trouble): Promise<Attempted> {
  const { lived, wasStruck } = await town.lives.live(
    () => work().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))),
    strike,
  );
  if (lived.kind === 'died') return { reply: null, text: 'died', isDead: true, wasStruck };
  if (lived.value instanceof Error) return { reply: null, text: `failed`, isDead: false, wasStruck };
  return { reply: lived.value ?? null, text: 'done', isDead: false, wasStruck };
}

const answerOf = ({ status, code, data }: Reply): string =>
  code ?? (typeof data?.state === 'string' ? `${status} ${data.state}` : String(status));

let hasFaults = false;
async function setFaults(town: Town, wanted: readonly FaultRule[]): Promise<void> {
  if (wanted.length === 0 && !hasFaults) return;
  hasFaults = wanted.length > 0;
  for (const provider of Object.values(town.providers)) await provider.setFaults(wanted);
}

/** Charges that were made since, and what the provider wrote about them. */
export function absorb(simulation: Simulation, { fan, isPair = false, isByUs = false, name }: Doing): void {
  const { town, model, pile, violations } = simulation;
  for (const post of town.post) pile.push(...post.collect());
  for (const [site, provider] of Object.entries(town.providers))
    for (const { reference, amountMinor } of provider.newCharges()) {
      if (fan === null || fan.site !== site) {
        const text = `${name} charged ${amountMinor} (${reference})`;
        violations.push({ invariant: 'unasked charge', text, fan, event: model.event });
        continue;
      }
      const charge: Charge = {
        provider: provider.name,
        reference,
        fan,
        bought: (!isByUs && model.posts.get(nearest(model, amountMinor))?.id) || membership,
        byUs: isByUs,
        at: town.world.clock.now().getTime(),
        event: model.event,
        askedBackMinor: 0,
        isKeptOpen: false,
      };
      judgeCharge(simulation, charge, isPair);
      model.charges.set(reference, charge);
      const what = charge.bought === membership ? membership : 'a post';
      const how = provider.takenOf(reference) > 0 ? 'charged' : 'charged in vain';
      note(model, fan, `${how} ${amountMinor} for ${what} by ${isByUs ? 'us' : 'the fan'}, ${reference}`);
    }
}

/** The price that a charge was for, also where the provider took a little more or less. */
const nearest = (model: Model, amount: number): number =>
  [amount, amount - 1, amount + 1, amount - 100].find((price) => model.posts.has(price)) ?? amount;

/** What a month costs, with a coupon or without; any other amount buys none, and goes back. */
const months: ReadonlySet<number> = new Set([1999, 1000]);

/** What may never be, also for a moment: a charge of ours that the fan had stopped, or for a month that is paid. */
function judgeCharge(simulation: Simulation, charge: Charge, isPair: boolean): void {
  const { town, model, violations } = simulation;
  const { fan, byUs, at } = charge;
  if (charge.bought !== membership) return;
  if (town.providers[fan.site].takenOf(charge.reference) === 0) return;
  if (byUs && fan.isCancelled && !isPair)
    violations.push({ invariant: 'charged after a cancellation', text: charge.reference, fan, event: model.event });
  if (!byUs) fan.isCancelled = false;
  const paid = chargesOf(model, fan).filter(
    (earlier) =>
      earlier.bought === membership &&
      months.has(town.providers[fan.site].takenOf(earlier.reference)) &&
      keptOf(simulation, earlier) > 0 &&
      at - earlier.at < 27 * dayMs,
  );
  if (byUs && paid.length > 0)
    violations.push({
      invariant: 'double charge',
      text: `a renewal ${charge.reference} follows ${paid[0]!.reference} within 27 days`,
      fan,
      event: model.event,
    });
}

/** In minor units: what a provider still has of a charge, as far as we were told. */
export function keptOf(simulation: Simulation, charge: Charge): number {
  const taken = simulation.town.providers[charge.fan.site].takenOf(charge.reference);
  return taken === 0 ? 0 : taken - returnedOf(simulation, charge);
}

/** Likewise what went back of it. */
export function returnedOf({ town, model }: Simulation, charge: Charge): number {
  const provider = town.providers[charge.fan.site];
  const outside = outsideOf(model, charge);
  // The bank takes what is left, also of what goes back later.
  if (!provider.tellsItself && outside.some(({ kind, isTold }) => kind === 'chargeback' && isTold))
    return provider.takenOf(charge.reference);
  const refunded = provider.refundedOf(charge.reference);
  return outside.reduce((sum, { kind, amountMinor, isTold }) => {
    if (kind === 'chargeback') return isTold ? sum + amountMinor : sum;
    return isTold ? sum : sum - amountMinor;
  }, refunded);
}

function stateOf(simulation: Simulation, fan: Fan): string {
  const { town, model } = simulation;
  const paid = chargesOf(model, fan).filter((charge) => charge.bought === membership && keptOf(simulation, charge) > 0);
  if (paid.length === 0) return 'no member';
  if (fan.isCancelled) return 'cancelled';
  const last = Math.max(...paid.map(({ at }) => at));
  return town.world.clock.now().getTime() - last > 31 * dayMs ? 'late' : 'member';
}

/** A fan of any site. */
export const pickFan = ({ model, random }: Simulation): Fan => random.pick(model.fans);
