import { dayMs } from '@backlot/domain/formats/when';
import type { FaultRule } from '@backlot/payments/twin-control';
import type { Random } from '../crash/random.ts';
import type { Coverage } from './coverage.ts';
import { drawFaults, noFaults, type Asked, type EventFaults } from './faults.ts';
import { keptOf } from './kept.ts';
import { chargesOf, membership, note, type Fan, type Model, type Sale } from './model.ts';
import { recordCharges } from './record-charges.ts';
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
  /**
   * How often each fault was met in this world: what was met before, in others, must not change what is drawn in it. Null where
   * something else is looked for than each fault: all comes as often as it does.
   */
  readonly faultsMet: Map<string, number> | null;
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
  faults: EventFaults = drawFaults(simulation.random, spec.asks ?? null, simulation.faultsMet),
): Promise<Result> {
  const { harness, model, coverage, random } = simulation;
  const { name, fan } = spec;
  model.event += 1;
  harness.tick();
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
  const fault = first.wasInterrupted || faults.interruption === null ? faults.name : 'none';
  coverage.met(name, state, fault, answer);
  simulation.faultsMet?.set(fault, (simulation.faultsMet.get(fault) ?? 0) + 1);
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
