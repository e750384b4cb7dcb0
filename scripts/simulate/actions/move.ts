import { leaveAccount } from '@backlot/server/testing/leave-account';
import { card } from '@backlot/server/testing/money-world';
import { act } from '../simulation.ts';
import { membership } from '../model.ts';
import { newKey, toldBy, typed } from './buy.ts';
import type { Action } from './action.ts';

/** The site takes cards by another account from now on: of the same provider, or on the other one's form. */
export const changeAccount: Action = {
  name: 'another account',
  weight: 0.9,
  async run({ harness, model, random, coverage }) {
    model.event += 1;
    const isMoved = model.isOnForm || random.chance(0.5);
    if (isMoved) await harness.takeCardsOnForm((model.isOnForm = !model.isOnForm));
    else await leaveAccount(harness.world);
    coverage.met('another account', 'site', 'none', isMoved ? (model.isOnForm ? 'on form' : 'in field') : 'done');
  },
};

/** A member goes on with the account that is in use. */
export const migrate: Action = {
  name: 'migrate',
  weight: 5,
  async run(simulation) {
    const { harness, model, random } = simulation;
    const asked = [];
    for (const fan of model.fans.filter(({ site }) => site === 'luna')) {
      if (!random.chance(0.3)) continue;
      const { data } = await harness.call('GET /api/migration-data', { as: fan.person });
      if (data !== null) asked.push({ fan, quote: data });
    }
    if (asked.length === 0) return;
    const { fan, quote } = random.pick(asked);
    const sale = { bought: membership, told: toldBy(quote) };
    const key = newKey();
    const number = typed(simulation, fan, card.good);
    await act(simulation, { name: 'migrate', fan, asks: 'charge', sale }, async () =>
      harness.call('POST /api/migrate-subscription-for-user', {
        as: fan.person,
        key,
        body: {
          quote_id: quote.quote_id,
          consent: true,
          ...(number === null ? {} : { card: await harness.cardOf(number) }),
        },
      }),
    );
  },
};
