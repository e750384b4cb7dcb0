import { card } from '@backlot/server/testing/money-world';
import { atOnce } from '../interruptions.ts';
import { act, pickFan } from '../simulation.ts';
import type { Action } from './action.ts';
import {
  aMembership,
  aPost,
  buyPost,
  keepTold,
  mayBeFree,
  newKey,
  pickPost,
  subscribe,
  toldPrice,
  typed,
} from './buy.ts';

/** The same thing bought twice at once, as by two devices. */
export const buyTwice: Action = {
  name: 'buy twice at once',
  weight: 3,
  async run(simulation) {
    const fan = pickFan(simulation);
    const { harness } = simulation;
    const isPost = simulation.random.chance(0.5);
    const [price, post] = pickPost(simulation, fan);
    const [one, two] = [newKey(), newKey()];
    const number = typed(simulation, fan, card.good);
    const told = isPost ? await toldPrice(simulation, fan, price, post) : 0;
    const sale = isPost ? aPost(post, told) : aMembership();
    const once = (key: string) =>
      isPost ? buyPost(harness, fan, told, post, number, key) : subscribe(harness, fan, number, key, sale);
    const isSure = !isPost && mayBeFree(simulation, fan);
    const spec = { name: 'buy twice at once', fan, asks: 'charge', isPair: true, sale, isSure } as const;
    const reply = await act(simulation, spec, async () => {
      const [first, second] = await atOnce(
        () => once(one),
        () => once(two),
      );
      return first.data?.state === 'succeeded' ? first : second;
    });
    if (!isPost) keepTold(simulation, fan, sale, reply);
  },
};
