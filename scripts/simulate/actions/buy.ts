import { card } from '@backlot/server/testing/money-world';
import { membership, note, type Fan, type Sale, type Told } from '../model.ts';
import type { Reply, Harness } from '../open-harness.ts';
import { act, pickFan, type Simulation } from '../simulation.ts';
import type { Action } from './action.ts';
import { noteFreePeriod, pricesFor, reduced, runningAt } from './promote.ts';

let keys = 0;
export const newKey = (): string => `simulated-${(keys += 1)}`;

/** Whose bank asks the payer first. */
const asked = ['4000000000003220', '4000008400001629'];
const cards = [
  card.good,
  card.good,
  card.good,
  card.good,
  card.good,
  card.noRenewal,
  card.needsAttentionLater,
  card.declined,
  ...asked,
];

/** A card that is typed on the site's own page; none where it is typed on the provider's. sticky.io's bank goes by the real clock. */
export function typed({ model, harness }: Simulation, fan: Fan, number: string | null): string | null {
  if (fan.site !== harness.form.site) return number !== null && asked.includes(number) ? card.good : number;
  return model.isOnForm ? null : number;
}

/** What a quote tells its reader, of a card or of the wallet: whose months may differ from the days of a card's provider. */
// oxlint-disable-next-line no-explicit-any
export function toldBy(quote: any, by: 'card' | 'wallet' = 'card'): Told {
  const nextAt = new Date(by === 'wallet' ? quote.wallet_next_charge_at : quote.next_charge_at).getTime();
  return {
    initialMinor: Math.round(quote.initial_amount * 100),
    recurringMinor: Math.round(quote.recurring_amount * 100),
    nextAt: quote.recurring_amount === 0 ? Infinity : nextAt,
    lastsMs: quote.recurring_amount === 0 ? Infinity : nextAt - new Date(quote.first_charge_at).getTime(),
    reason: quote.reason,
  };
}

/** A post, or a bargain of one: nothing follows. */
export const aPost = (bought: string, priceMinor: number): Sale => ({
  bought,
  told: { initialMinor: priceMinor, recurringMinor: 0, nextAt: Infinity, lastsMs: 0, reason: 'post' },
});

/** What its page tells a fan that a post costs, which has to be what the creator set. */
export async function toldPrice(simulation: Simulation, fan: Fan, price: number, post: string): Promise<number> {
  const promotion = runningAt(simulation, fan.site, 'LOCKED_CONTENT');
  if (promotion === undefined) return price;
  const { harness, model, violations } = simulation;
  const { data } = await harness.call('GET /api/blog/get-blog-data-by-id', { as: fan.person, query: { id: post } });
  const told = Math.round((data?.quote?.amount ?? price / 100) * 100);
  const expected = reduced(price, promotion);
  if (data?.quote && told !== expected && told !== price)
    violations.push({
      invariant: 'another price than was set',
      text: `post ${post} is told to cost ${told} where ${expected} was set`,
      fan,
      event: model.event,
    });
  return told;
}

/** Compares what a fan was told with what the creator set, and keeps what began without a charge. */
export function keepTold(
  simulation: Simulation,
  fan: Fan,
  sale: Sale,
  reply: Reply | null,
  byCoupon: string | null = null,
): void {
  const { model, violations } = simulation;
  const { told } = sale;
  if (told === null) return;
  const prices = byCoupon === null ? pricesFor(simulation, fan) : [byCoupon];
  if (told.reason !== 'migration' && !prices.includes(`${told.initialMinor} ${told.recurringMinor}`))
    violations.push({
      invariant: 'another price than was set',
      text: `told ${told.initialMinor}, then ${told.recurringMinor}, where ${prices.join(' or ')} was set`,
      fan,
      event: model.event,
    });
  if (told.initialMinor === 0) keepFree(simulation, fan, told, reply);
}

/** Something that costs nothing now began, or may have. */
export function keepFree(simulation: Simulation, fan: Fan, told: Told, reply: Reply | null): void {
  if (reply !== null && reply.status >= 400 && reply.status < 500) return;
  const { harness, model } = simulation;
  const isSure = reply?.status === 200 && reply.data.state === 'succeeded';
  const at = harness.world.clock.now().getTime();
  const { nextAt, lastsMs } = told;
  fan.terms.push({ ...told, at, event: model.event, charge: null, isSure });
  fan.gifts.push({ by: 'offer', at, until: nextAt, lastsMs, isSure, isRevoked: false });
  if (isSure) fan.isCancelled = false;
  if (told.reason === 'promotion') noteFreePeriod(simulation, fan, isSure);
  note(model, fan, `${isSure ? 'begins' : 'may begin'} free until ${nextAt}, then ${told.recurringMinor}`);
}

export const aMembership = (): Sale => ({ bought: membership, told: null });

/** Joins, by a card that is typed or the one on file. */
export async function subscribe(
  harness: Harness,
  fan: Pick<Fan, 'person'>,
  number: string | null,
  key: string,
  sale: Sale = aMembership(),
): Promise<Reply> {
  const { person: as } = fan;
  const quote = await harness.call('GET /api/v2/subscription/quote', { as });
  // Sent again, it is the same purchase.
  if (quote.data) sale.told ??= toldBy(quote.data);
  const quoteId = (sale.quoteId ??= quote.data?.quote_id ?? 'none');
  const cards = (sale.typed ??= new Map());
  if (number !== null && !cards.has(key)) cards.set(key, await harness.cardOf(number));
  const typedCard = cards.get(key) ?? null;
  return harness.call('POST /api/v2/subscription/subscribe', {
    as,
    key,
    body: {
      quote_id: quoteId,
      consent: true,
      ...(typedCard === null ? {} : { card: typedCard }),
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
      ...(number === null ? {} : { card: await harness.cardOf(number) }),
    },
  });
}

/** One of a site's posts, with its price. */
export const pickPost = ({ model, random }: Simulation, fan: Fan): [number, string] => {
  const posts = [...model.posts].filter(([, { site }]) => site === fan.site);
  const [price, { id }] = random.pick(posts);
  return [price, id];
};

/** What costs nothing is in no provider's books: whoever was cut off asks again. */
export const mayBeFree = (simulation: Simulation, fan: Fan): boolean =>
  pricesFor(simulation, fan).some((prices) => prices.startsWith('0 '));

export const join: Action = {
  name: 'join',
  weight: 14,
  async run(simulation) {
    const fan = pickFan(simulation);
    const number = typed(simulation, fan, simulation.random.chance(0.8) ? simulation.random.pick(cards) : null);
    const [key, sale] = [newKey(), aMembership()];
    const isSure = mayBeFree(simulation, fan);
    const reply = await act(simulation, { name: 'join', fan, asks: 'charge', sale, isSure }, () =>
      subscribe(simulation.harness, fan, number, key, sale),
    );
    keepTold(simulation, fan, sale, reply);
  },
};

/** Half of the first month, or a quarter of each later one. */
export const coupons = [
  { code: 'HALF-OFF', ofFirst: 50, ofLater: 0, prices: '1000 1999' },
  { code: 'LESS-LATER', ofFirst: 0, ofLater: 25, prices: '1999 1499' },
] as const;

export const joinWithCoupon: Action = {
  name: 'join with a coupon',
  weight: 4,
  async run(simulation) {
    const { harness, random } = simulation;
    const fan = pickFan(simulation);
    const coupon = random.pick(coupons);
    const number = typed(simulation, fan, card.good);
    const [key, sale] = [newKey(), aMembership()];
    const reply = await act(simulation, { name: 'join with a coupon', fan, asks: 'charge', sale }, async () => {
      const { data, ...checked } = await harness.call('POST /api/coupon/check', {
        as: fan.person,
        body: { code: coupon.code },
      });
      if (checked.status !== 200) return { data, ...checked };
      sale.told = toldBy(data.quote);
      return harness.call('POST /api/v2/subscription/subscribe', {
        as: fan.person,
        key,
        body: {
          quote_id: data.quote.quote_id,
          consent: true,
          coupon_code: coupon.code,
          ...(number === null ? {} : { card: await harness.cardOf(number) }),
        },
      });
    });
    keepTold(simulation, fan, sale, reply, coupon.prices);
  },
};

export const buy: Action = {
  name: 'buy',
  weight: 14,
  async run(simulation) {
    const fan = pickFan(simulation);
    const [price, post] = pickPost(simulation, fan);
    const number = typed(simulation, fan, simulation.random.chance(0.4) ? card.good : null);
    const [key, told] = [newKey(), await toldPrice(simulation, fan, price, post)];
    await act(simulation, { name: 'buy', fan, asks: 'charge', sale: aPost(post, told) }, () =>
      buyPost(simulation.harness, fan, told, post, number, key),
    );
  },
};
