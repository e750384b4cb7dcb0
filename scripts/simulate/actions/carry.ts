import { note } from '../model.ts';
import type { Notice } from '../notices.ts';
import { act, type Simulation } from '../simulation.ts';
import type { Trouble } from '../faults.ts';
import type { Action } from './action.ts';

/** Brings a notice to the product. It stays in the pile until it was taken. */
export async function carry(simulation: Simulation, notice: Notice, trouble?: Trouble): Promise<boolean> {
  const { town, model, pile } = simulation;
  const charge = model.charges.get(notice.charge) ?? null;
  let status = 0;
  await act(
    simulation,
    { name: `notice ${notice.type}`, fan: charge?.fan ?? null },
    async () => {
      status = await town.knock(notice.url, notice.body, notice.headers());
      return { status, code: null, data: null };
    },
    trouble,
  );
  notice.wasBrought = true;
  if (status !== 200) return false;
  const outside = model.outside.get(notice.id);
  if (outside) outside.isTold = true;
  const place = pile.indexOf(notice);
  if (place !== -1) pile.splice(place, 1);
  return true;
}

/** Any of the pile, the oldest no more often than another: late, in another order, twice, or never. */
export const carryOne: Action = {
  name: 'notice',
  weight: 20,
  async run(simulation) {
    const { pile, random, model } = simulation;
    if (pile.length === 0) return;
    const notice = random.pick(pile);
    const fate = random.next();
    const charge = model.charges.get(notice.charge);
    if (fate < 0.25 && !notice.wasBrought && mayBeLost(simulation, notice)) {
      pile.splice(pile.indexOf(notice), 1);
      if (charge) note(model, charge.fan, `notice ${notice.type} is lost`);
      simulation.coverage.met(`notice ${notice.type}`, 'any', 'lost', 'lost');
      return;
    }
    if (!(await carry(simulation, notice))) return;
    if (fate > 0.85) pile.push(notice);
    if (charge && fate > 0.85) note(model, charge.fan, `notice ${notice.type} will come once more`);
  },
};

/**
 * Of a refund of ours the answer tells; a lost notice of it would pass for the next one of the same amount. What only makes
 * us ask may be made up for by the next one, so that nobody knows whether we were told.
 */
const mayBeLost = ({ model }: Simulation, { id, type }: Notice): boolean =>
  type === 'postback' ? !model.outside.has(id) : type !== 'refund' || model.outside.has(id);
