import { seeded, type Random } from '../crash/random.ts';
import { actions } from './actions/actions.ts';
import { card } from '@backlot/server/testing/money-world';
import { aMembership, coupons, newKey, subscribe } from './actions/buy.ts';
import { noFaults } from './faults.ts';
import { act, type Simulation, type Violation } from './simulation.ts';
import type { Coverage } from './coverage.ts';
import { emptyModel } from './model.ts';
import { withHarness } from './open-harness.ts';
import { checkInvariants, checkNight } from './oracle.ts';
import { sabotages, type SabotageName } from './sabotages.ts';

export interface Slice {
  readonly seed: number;
  readonly events: number;
  readonly sabotage: SabotageName | null;
  readonly coverage: Coverage;
  readonly fans?: number;
}

export interface SliceResult {
  readonly events: number;
  readonly violations: readonly Violation[];
}

/**
 * Events until the first checks of the invariants, and from one of the later ones to the next: each settles everything, which
 * is dear. Most of what is broken on purpose shows at once.
 */
const eventsACheck = { first: [250], ofSabotage: [100, 150], later: 500 };
/** So many meet each other's events often; a million events over 20,000 want more (`--fans`). */
const fewFans = 24;
const postsASite = 8;

/** So many events in a world of their own, with the invariants checked now and then. */
export const runSlice = ({ seed, events, sabotage, coverage, fans = fewFans }: Slice): Promise<SliceResult> =>
  withHarness(async (harness) => {
    const simulation: Simulation = {
      harness,
      coverage,
      faultsMet: sabotage === null ? new Map() : null,
      model: emptyModel(),
      random: seeded(seed),
      undelivered: [],
      violations: [],
    };
    await populate(simulation, fans);
    const undo = sabotage === null ? undefined : await sabotages[sabotage](harness);
    try {
      const { model, violations } = simulation;
      const first = [...(sabotage === null ? eventsACheck.first : eventsACheck.ofSabotage)];
      while (model.event < events && violations.length === 0) {
        const next = Math.min(events, model.event + (first.shift() ?? eventsACheck.later));
        while (model.event < next && violations.length === 0) await drawAction(simulation.random).run(simulation);
        if (violations.length === 0) await checkInvariants(simulation);
      }
      if (violations.length === 0 && sabotage === null) await checkNight(simulation);
    } finally {
      undo?.();
    }
    return { events: simulation.model.event, violations: simulation.violations };
  }, restOf(seed));

/** In one slice of three CCBill's cards are charged through its REST interface. */
export const restOf = (seed: number) => ({ isOnRest: seed % 3 === 0 });

/** Fans and posts: two thirds of them on one site, the others on the one whose cards another provider takes. */
async function populate(simulation: Simulation, fans: number): Promise<void> {
  const { harness, model } = simulation;
  for (const site of ['luna', 'mars'] as const) {
    for (let place = 0; place < postsASite; place += 1) {
      const price = (site === 'luna' ? 500 : 525) + 50 * place;
      model.posts.set(price, { id: await harness.world.post(site, price), site });
    }
    const { admin, model: creator } = harness.world.people[site];
    await harness.world.tokenOf(admin);
    for (const { code, ofFirst, ofLater } of coupons) {
      const body = { code, discount_type: 'percentage', discount_value_for_initial: ofFirst };
      const made = await harness.call('POST /api/coupon/add', {
        as: creator,
        body: { ...body, discount_value_for_recurring: ofLater },
      });
      if (made.status !== 200) throw new Error(`There is no coupon: ${made.code}.`);
    }
  }
  for (let place = 0; place < fans; place += 1) await addFan(simulation, place);
  model.isOnForm = harness.form.isOnRest || simulation.random.chance(0.5);
  await harness.takeCardsOnForm(model.isOnForm);
  await listenToPostbacks(simulation);
}

async function addFan({ harness, model }: Simulation, place: number): Promise<void> {
  const site = place % 3 === 2 ? 'mars' : 'luna';
  const person = await harness.world.fresh(site);
  // Logging in is not tested here.
  await harness.world.tokenOf(person);
  const name = `fan ${place + 1} of ${site}`;
  model.fans.push({
    name,
    site,
    person,
    isCancelled: false,
    withdrewAt: -1,
    freePeriods: new Map(),
    spentMinor: 0,
    hasWalletMembership: false,
    terms: [],
    gifts: [],
    fromWallet: new Map(),
    history: [],
  });
}

/** sticky.io's own console is told where its postbacks go; the site has an address for them from its first payment on. */
async function listenToPostbacks(simulation: Simulation): Promise<void> {
  const { harness, model } = simulation;
  const fan = model.fans.find(({ site }) => site === 'mars')!;
  const sale = aMembership();
  await act(
    simulation,
    { name: 'join', fan, asks: 'charge', sale },
    () => subscribe(harness, fan, card.good, newKey(), sale),
    noFaults,
  );
  const { rows } = await harness.owner.query<{ path: string }>(
    `select webhook_path as path from ${harness.schemas.mars}.provider_accounts where provider = 'sticky_io'`,
  );
  const base = harness.world.ctx.config.webhookBase;
  harness.world.twin.sticky.setPostback(`${base}/api/webhooks/sticky_io/${rows[0]!.path}?order_id={order_id}`);
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
