import type { TestPerson } from '@backlot/server/testing/people';
import type { Random } from '../crash/random.ts';
import type { Harness } from '../simulate/open-harness.ts';
import type { PendingWebhook } from '../simulate/webhooks.ts';
import type { TwinCharges } from './twin-charges.ts';

/** What a fan does when they are asked to go on with the other account. */
export type Habit =
  | 'consents'
  /** Looks at it and goes away: charged by the account before, on and on. */
  | 'stays'
  | 'cancels'
  /** Types a card that is refused, and another one on another day. */
  | 'refused-first'
  /** Chooses the wallet, in which there is nothing, and then a card. */
  | 'wallet-first'
  /** By two devices at once. */
  | 'presses-twice'
  /** Goes away from the provider's page, where there is one, and comes back another day. */
  | 'leaves-page';

export interface MovingFan {
  readonly name: string;
  readonly person: TestPerson;
  readonly habit: Habit;
  /** The step in which they join. */
  readonly joinsAt: number;
  /** When they were told that the membership is cancelled; milliseconds of the simulated time. */
  cancelledAt: number | null;
  /** How often they tried to go on since the site changed its account. */
  tries: number;
  /** What happened to them, with the simulated time. */
  readonly history: string[];
}

export interface MoveViolation {
  readonly invariant: string;
  readonly text: string;
  readonly fan: MovingFan | null;
}

/** A webhook and the step in which its provider has it arrive. */
export interface Sent {
  readonly webhook: PendingWebhook;
  readonly arrivesAt: number;
}

/** Whose form takes cards: the one whose provider renews by itself, or the field whose renewals are ours. */
export type Side = 'form' | 'field';

/** A site whose members move from one provider to another, and back. */
export interface Move {
  readonly harness: Harness;
  readonly random: Random;
  readonly fans: readonly MovingFan[];
  readonly charges: TwinCharges;
  readonly sent: Sent[];
  readonly violations: MoveViolation[];
  /** How often what came of what. */
  readonly counts: Map<string, number>;
  /** Milliseconds that pass at once: shorter than the grace that a late renewal has. */
  readonly stepMs: number;
  side: Side;
  /** Nothing fails, and no webhook is late. */
  isQuiet: boolean;
  step: number;
  /** What was done: calls, jobs, webhooks, and charges by providers. */
  events: number;
}

export const nowOf = ({ harness }: Move): number => harness.world.clock.now().getTime();

export const note = (move: Move, fan: MovingFan, text: string): void =>
  void fan.history.push(`${new Date(nowOf(move)).toISOString().slice(0, 16)} ${text}`);

export const count = ({ counts }: Move, what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
