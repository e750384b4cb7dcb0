import type { Fan } from '../model.ts';
import { act, pickFan, type Simulation } from '../simulation.ts';
import type { Action } from './action.ts';

/** Somebody whom a provider charges by itself, in two cases of five: it has to be told. */
function pickCharged({ harness, model, random, faultsMet }: Simulation): Fan | null {
  const series = harness.form.sales().filter(({ state }) => state === 'recurring');
  if (faultsMet === null || series.length === 0 || !random.chance(0.4)) return null;
  return model.charges.get(random.pick(series).subscriptionId)?.fan ?? null;
}

export const cancel: Action = {
  name: 'cancel',
  weight: 4,
  async run(simulation) {
    const fan = pickCharged(simulation) ?? pickFan(simulation);
    const reply = await act(simulation, { name: 'cancel', fan, isSure: true }, () =>
      simulation.harness.call('POST /api/cancel-subscription', { as: fan.person, body: {} }),
    );
    if (reply?.status === 200) fan.isCancelled = true;
  },
};

export const undoCancel: Action = {
  name: 'undo cancel',
  weight: 2,
  async run(simulation) {
    const fan = pickFan(simulation);
    const reply = await act(simulation, { name: 'undo cancel', fan, isSure: true }, () =>
      simulation.harness.call('POST /api/v2/subscription/undo-cancel', { as: fan.person }),
    );
    if (reply?.status === 200) fan.isCancelled = false;
  },
};
