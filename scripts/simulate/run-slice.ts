import type { ChargeRecord } from '@backlot/twins/sandbox/entries';
import { seeded, type Random } from '../crash/random.ts';
import { actions } from './actions/actions.ts';
import { absorb, type Simulation, type Violation } from './simulation.ts';
import type { Coverage } from './coverage.ts';
import { emptyModel, note } from './model.ts';
import { inTown, type Town } from './open-town.ts';
import { judge } from './oracle.ts';
import { sabotages, type SabotageName } from './sabotages.ts';

export interface Slice {
  readonly seed: number;
  readonly events: number;
  readonly sabotage: SabotageName | null;
  readonly coverage: Coverage;
}

export interface SliceResult {
  readonly events: number;
  readonly violations: readonly Violation[];
}

/** Events from one rest to the next. */
const untilRest = 250;
const fansASlice = 24;
const postsASite = 8;

/** A world of its own: so many events, and everything brought to rest and judged now and then. */
export const runSlice = ({ seed, events, sabotage, coverage }: Slice): Promise<SliceResult> =>
  inTown(async (town) => {
    const simulation: Simulation = {
      town,
      coverage,
      model: emptyModel(),
      random: seeded(seed),
      pile: [],
      violations: [],
      newCharges: chargesSince(town),
    };
    await settle(simulation);
    if (sabotage !== null) await sabotages[sabotage](town);
    while (simulation.model.event < events && simulation.violations.length === 0) {
      const rest = Math.min(events, simulation.model.event + untilRest);
      while (simulation.model.event < rest) await drawAction(simulation.random).run(simulation);
      await judge(simulation);
    }
    return { events: simulation.model.event, violations: simulation.violations };
  });

/** Fans and posts. */
async function settle(simulation: Simulation): Promise<void> {
  const { town, model } = simulation;
  for (let place = 0; place < postsASite; place += 1) {
    const price = 500 + 50 * place;
    model.posts.set(price, { id: await town.world.post('luna', price), site: 'luna' });
  }
  await town.world.tokenOf(town.world.people.luna.admin);
  for (let place = 0; place < fansASlice; place += 1) {
    const person = await town.world.fresh('luna');
    const fan = {
      name: `fan ${place + 1}`,
      site: 'luna' as const,
      person,
      isCancelled: false,
      walletMinor: 0,
      fromWallet: new Map<string, number>(),
      history: [],
    };
    model.fans.push(fan);
    // Logging in is not what is struck here.
    await town.world.tokenOf(person);
    note(model, fan, 'registers');
  }
  absorb(simulation, { name: 'begin', fan: null });
}

/** The card provider's charges from the last time on. */
function chargesSince({ world }: Town): () => readonly ChargeRecord[] {
  const made = world.twin.books.charges.values();
  let seen = 0;
  return () => {
    const found: ChargeRecord[] = [];
    while (seen < world.twin.books.charges.size) {
      found.push(made.next().value!);
      seen += 1;
    }
    return found;
  };
}

const total = actions.reduce((sum, { weight }) => sum + weight, 0);

function drawAction(random: Random) {
  let drawn = random.next() * total;
  for (const action of actions) {
    drawn -= action.weight;
    if (drawn < 0) return action;
  }
  return actions[0]!;
}
