import { dayMs } from '@backlot/domain/formats/when';
import { seeded } from '../crash/random.ts';
import { withHarness, type Harness } from '../simulate/open-harness.ts';
import { checkMove } from './check-move.ts';
import type { Habit, Move, MovingFan, MoveViolation, Side } from './move.ts';
import { passStep, type AllowedActs } from './pass-step.ts';
import { moveSabotages, type MoveSabotage } from './sabotages.ts';
import { openTwinCharges } from './twin-charges.ts';

export interface MoveOptions {
  readonly fans: number;
  readonly seed: number;
  /** Whose members move first; afterwards they go back. */
  readonly from: Side;
  readonly sabotage?: MoveSabotage | null;
  /** Providers fail, webhooks go astray and the process is interrupted; true unless told. */
  readonly hasFaults?: boolean;
  /** `whole` unless told. */
  readonly pace?: keyof typeof paces;
  /** Without the way back. */
  readonly isOneWay?: boolean;
  readonly report?: (text: string) => void;
}

export interface MoveResult {
  readonly events: number;
  /** By the providers' books. */
  readonly charges: number;
  /** Fans whom both providers have charged, and who were charged by the first again afterwards. */
  readonly moved: number;
  readonly movedBack: number;
  readonly violations: readonly MoveViolation[];
  readonly counts: ReadonlyMap<string, number>;
}

/** How often which; the first fans of a run are one of each. */
const habits: ReadonlyArray<readonly [Habit, number]> = [
  ['consents', 70],
  ['stays', 6],
  ['cancels', 5],
  ['refused-first', 6],
  ['wallet-first', 4],
  ['presses-twice', 5],
  ['leaves-page', 4],
];

/** Days of joining, of moving and of periods afterwards, and steps a day. */
const paces = {
  whole: { joining: 30, moving: 34, after: 62, stepsADay: 4 },
  /** Members of a few days move and are renewed once. */
  quick: { joining: 8, moving: 30, after: 32, stepsADay: 2 },
} as const;
/** Days in which nothing fails, before what is there is compared. */
const quietDays = 2;

/** Members of a site on one provider move to another and back, and their books are compared with the providers'. */
export const runMove = (options: MoveOptions): Promise<MoveResult> =>
  withHarness(async (harness) => {
    const { from, sabotage = null, isOneWay = false, report = () => {} } = options;
    const { joining, moving, after, stepsADay } = paces[options.pace ?? 'whole'];
    const move = await openMove(harness, options);
    await harness.takeCardsOnForm(from === 'form');
    if (sabotage !== null) await moveSabotages[sabotage](harness);
    const stage = async (name: string, days: number, allowed: AllowedActs, isLast = false): Promise<boolean> => {
      const begun = performance.now();
      const before = move.events;
      for (let step = 0; step < days * stepsADay; step += 1) {
        await passStep(move, allowed);
        if (step % (10 * stepsADay) === 0) say(move, name, performance.now() - begun, move.events - before, report);
      }
      move.isQuiet = true;
      for (let step = 0; step < quietDays * stepsADay; step += 1) await passStep(move, { ...allowed, mayMove: false });
      await checkMove(move, { isLast });
      move.isQuiet = options.hasFaults === false;
      say(move, `${name}, checked`, performance.now() - begun, move.events - before, report);
      return move.violations.length === 0;
    };
    const turn = async (side: Side): Promise<boolean> => {
      move.side = side;
      for (const fan of move.fans) fan.tries = 0;
      await harness.takeCardsOnForm(side === 'form');
      return (
        (await stage(`moving to the ${side}`, moving, { mayJoin: false, mayMove: true })) &&
        stage(`renewals on the ${side}`, after, { mayJoin: false, mayMove: false }, side === from || isOneWay)
      );
    };
    const other: Side = from === 'form' ? 'field' : 'form';
    const isRight =
      (await stage(`joining on the ${from}`, joining, { mayJoin: true, mayMove: false })) && (await turn(other));
    if (isRight && !isOneWay) await turn(from);
    return resultOf(move, from);
  });

async function openMove(harness: Harness, options: MoveOptions): Promise<Move> {
  const { fans, seed, from, hasFaults = true, pace = 'whole' } = options;
  const { joining, stepsADay } = paces[pace];
  const random = seeded(seed);
  const made: MovingFan[] = [];
  for (let place = 0; place < fans; place += 1) {
    const person = await harness.world.fresh(harness.form.site);
    // Logging in is not tested here.
    await harness.world.tokenOf(person);
    made.push({
      name: `fan ${place + 1}`,
      person,
      habit: habits[place]?.[0] ?? drawHabit(random.next()),
      joinsAt: random.between(1, joining * stepsADay - stepsADay),
      cancelledAt: null,
      tries: 0,
      history: [],
    });
  }
  return {
    harness,
    random,
    fans: made,
    charges: openTwinCharges(harness.world),
    sent: [],
    violations: [],
    counts: new Map(),
    stepMs: dayMs / stepsADay,
    side: from,
    isQuiet: !hasFaults,
    step: 0,
    events: 0,
  };
}

function drawHabit(drawn: number): Habit {
  let left = drawn * habits.reduce((sum, [, weight]) => sum + weight, 0);
  return habits.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'consents';
}

function say(
  { step, stepMs, events, violations }: Move,
  name: string,
  ms: number,
  done: number,
  report: (t: string) => void,
) {
  const rate = Math.round(done / (ms / 1000));
  report(
    `day ${Math.floor((step * stepMs) / dayMs)}, ${name}: ${events} events, ${rate}/s, ${violations.length} violations`,
  );
}

function resultOf(move: Move, from: Side): MoveResult {
  const first = from === 'form' ? 'ccbill' : 'sandbox';
  let [charges, moved, movedBack] = [0, 0, 0];
  for (const fan of move.fans) {
    const its = move.charges.of(fan);
    charges += its.length;
    const left = its.findIndex(({ provider }) => provider !== first);
    if (left > 0) moved += 1;
    if (left > 0 && its.slice(left).some(({ provider }) => provider === first)) movedBack += 1;
  }
  const { events, violations, counts } = move;
  return { events, charges, moved, movedBack, violations, counts };
}
