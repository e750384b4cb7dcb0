import { card } from '@backlot/server/testing/money-world';
import type { Fan } from '../model.ts';
import type { Reply, Harness } from '../open-harness.ts';
import { act, pickFan, type Simulation } from '../simulation.ts';
import type { Action } from './action.ts';

let keys = 0;
export const newKey = (): string => `simulated-${(keys += 1)}`;

const cards = [
  card.good,
  card.good,
  card.good,
  card.good,
  card.good,
  card.noRenewal,
  card.needsAttentionLater,
  card.declined,
];

/** A card that is typed on the site's own page; none where it is typed on the provider's. */
export const typed = ({ model, harness }: Simulation, fan: Fan, number: string | null): string | null =>
  model.isOnForm && fan.site === harness.form.site ? null : number;

/** Joins, by a card that is typed or the one on file. */
export async function subscribe(
  harness: Harness,
  fan: Pick<Fan, 'person'>,
  number: string | null,
  key: string,
): Promise<Reply> {
  const { person: as } = fan;
  const quote = await harness.call('GET /api/v2/subscription/quote', { as });
  const quoteId = quote.data?.quote_id ?? 'none';
  return harness.call('POST /api/v2/subscription/subscribe', {
    as,
    key,
    body: {
      quote_id: quoteId,
      consent: true,
      ...(number === null ? {} : { card: await harness.world.cardOf(number) }),
    },
  });
}

export async function buyPost(
  harness: Harness,
  fan: Fan,
  price: number,
  post: string,
  number: string | null,
  key: string,
) {
  return harness.call('POST /api/v2/purchase/post-purchase', {
    as: fan.person,
    key,
    body: {
      blogId: post,
      amount: price / 100,
      ...(number === null ? {} : { card: await harness.world.cardOf(number) }),
    },
  });
}

/** One of a site's posts, with its price. */
export const pickPost = ({ model, random }: Simulation, fan: Fan): [number, string] => {
  const posts = [...model.posts].filter(([, { site }]) => site === fan.site);
  const [price, { id }] = random.pick(posts);
  return [price, id];
};

export const join: Action = {
  name: 'join',
  weight: 14,
  async run(simulation) {
    const fan = pickFan(simulation);
    const number = typed(simulation, fan, simulation.random.chance(0.8) ? simulation.random.pick(cards) : null);
    const key = newKey();
    await act(simulation, { name: 'join', fan, asks: 'charge' }, () => subscribe(simulation.harness, fan, number, key));
  },
};

/** Half of the first month. */
export const coupon = 'HALF-OFF';

export const joinWithCoupon: Action = {
  name: 'join with a coupon',
  weight: 4,
  async run(simulation) {
    const { harness } = simulation;
    const fan = pickFan(simulation);
    const number = typed(simulation, fan, card.good);
    const key = newKey();
    await act(simulation, { name: 'join with a coupon', fan, asks: 'charge' }, async () => {
      const { data, ...checked } = await harness.call('POST /api/coupon/check', {
        as: fan.person,
        body: { code: coupon },
      });
      if (checked.status !== 200) return { data, ...checked };
      return harness.call('POST /api/v2/subscription/subscribe', {
        as: fan.person,
        key,
        body: {
          quote_id: data.quote.quote_id,
          consent: true,
          coupon_code: coupon,
          ...(number === null ? {} : { card: await harness.world.cardOf(number) }),
        },
      });
    });
  },
};

export const buy: Action = {
  name: 'buy',
  weight: 14,
  async run(simulation) {
    const fan = pickFan(simulation);
    const [price, post] = pickPost(simulation, fan);
    const number = typed(simulation, fan, simulation.random.chance(0.4) ? card.good : null);
    const key = newKey();
    await act(simulation, { name: 'buy', fan, asks: 'charge' }, () =>
      buyPost(simulation.harness, fan, price, post, number, key),
    );
  },
};

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
    const once = (key: string) =>
      isPost ? buyPost(harness, fan, price, post, number, key) : subscribe(harness, fan, number, key);
    await act(simulation, { name: 'buy twice at once', fan, asks: 'charge', isPair: true }, async () => {
      const [first] = await Promise.all([once(one), once(two)]);
      return first;
    });
  },
};
