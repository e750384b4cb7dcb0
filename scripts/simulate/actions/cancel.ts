import { act, pickFan } from '../simulation.ts';
import type { Action } from './action.ts';

export const cancel: Action = {
  name: 'cancel',
  weight: 4,
  async run(simulation) {
    const fan = pickFan(simulation);
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
