import { setTimeout as sleep } from 'node:timers/promises';
import { v7 } from 'uuid';
import type { Ask, Reply } from './ask.ts';
import type { Random } from './random.ts';
import { membershipMinor, postPriceMinor, type Fan, type Harness, type Site } from './harness.ts';

export interface Shopping {
  asked: number;
  answered: number;
  broken: number;
  readonly refusals: Map<string, number>;
}

const cards = [
  ...Array<string>(14).fill('4242424242424242'),
  '4000000000000002',
  '4000000000009979',
  '4000000000000077',
  '4000000000000085',
] as const;
const holder = {
  email: 'a@b.example',
  address: '1 Main',
  country: 'US',
  state: 'AZ',
  city: 'Tempe',
  pincode: '85281',
  firstName: 'Ada',
  lastName: 'Test',
};

/**
 * One fan after the other subscribes and buys, as people with bad connections do: they ask again with the same key when
 * the answer does not come, click twice, click in two windows, or give up. Some cancel, staff give some of it back, and
 * some have their bank take it back.
 */
export async function shop(
  harness: Harness,
  ask: Ask,
  random: Random,
  isOver: () => boolean,
  seen: Shopping,
): Promise<void> {
  while (!isOver()) {
    const site = random.pick(harness.sites);
    const fan = await harness.newFan(site);
    const joined = await subscribe(harness, ask, random, fan, isOver, seen);
    if (joined === null) continue;
    const refund = (bought: Reply | null, priceMinor: number): Promise<void> =>
      giveBack(harness, ask, random, isOver, seen, site, bought, priceMinor);
    // A slow machine gets few answers between two kills: one of each is made sure of.
    const { cancelled, refunds, chargedBack } = harness.promises;
    const isLate = seen.answered > 10;
    const isRefundMissing = (): boolean => isLate && ![...refunds.values()].some(({ told }) => told);
    const dispute = async (bought: Reply | null): Promise<void> => {
      if (random.chance(0.1) || (isLate && chargedBack.size === 0)) await chargeBack(harness, site, bought);
    };
    if (random.chance(0.2) || isRefundMissing()) await refund(joined, membershipMinor);
    else if (random.chance(0.3)) await dispute(joined);
    const cancelsBefore =
      random.chance(0.4) || (isLate && cancelled.size === 0) ? site.posts[random.between(0, 1)] : null;
    for (const post of site.posts) {
      if (isOver()) return;
      if (post === cancelsBefore) await cancel(harness, ask, random, fan, isOver, seen);
      const ways = random.chance(0.15) ? 2 : 1;
      const key = v7();
      const [bought = null] = await Promise.all(
        Array.from({ length: ways }, () =>
          insist(ask, random, isOver, seen, {
            route: 'POST /api/v2/purchase/post-purchase',
            fan,
            key: ways === 2 && random.chance(0.5) ? v7() : key,
            body: { blogId: post, amount: postPriceMinor / 100 },
          }),
        ),
      );
      if (random.chance(0.2) || isRefundMissing()) await refund(bought, postPriceMinor);
      else await dispute(bought);
    }
  }
}

/** The answer when the fan is a member, or as good as: some buy before the membership has settled. Else null. */
async function subscribe(
  harness: Harness,
  ask: Ask,
  random: Random,
  fan: Fan,
  isOver: () => boolean,
  seen: Shopping,
): Promise<Reply | null> {
  const quote = await insist(ask, random, isOver, seen, { route: 'GET /api/v2/subscription/quote', fan });
  const quoteId = quote?.body.data?.['quote_id'];
  if (quoteId === undefined) return null;
  for (let tries = 0; tries < 3 && !isOver(); tries += 1) {
    const token = await harness.twin.token(random.pick(cards));
    const reply = await insist(ask, random, isOver, seen, {
      route: 'POST /api/v2/subscription/subscribe',
      fan,
      key: v7(),
      body: { quote_id: quoteId, consent: true, card: { ...holder, token } },
    });
    if (reply?.status === 200 || reply?.body.code === 'already-subscribed') return reply;
  }
  return null;
}

async function cancel(
  { promises }: Harness,
  ask: Ask,
  random: Random,
  fan: Fan,
  isOver: () => boolean,
  seen: Shopping,
): Promise<void> {
  const reply = await insist(ask, random, isOver, seen, { route: 'POST /api/cancel-subscription', fan, body: {} });
  if (reply?.status === 200) promises.cancelled.set(fan.id, Date.now());
}

/** Staff ask once to give back the whole or a part, and ask again with the same key when no answer comes. */
async function giveBack(
  { promises }: Harness,
  ask: Ask,
  random: Random,
  isOver: () => boolean,
  seen: Shopping,
  { admin }: Site,
  bought: Reply | null,
  priceMinor: number,
): Promise<void> {
  const { intent_id: id, state } = bought?.body.data ?? {};
  if (typeof id !== 'string' || state !== 'succeeded' || promises.refunds.has(id) || promises.chargedBack.has(id))
    return;
  const minor = random.chance(0.5) ? priceMinor : Math.floor(priceMinor / 2);
  const asked = { minor, told: false };
  promises.refunds.set(id, asked);
  const reply = await insist(ask, random, isOver, seen, {
    route: 'POST /api/reports/refund',
    fan: admin,
    key: v7(),
    body: { id, amount: minor / 100, currency: 'USD', reason: 'Asked for' },
  });
  if (reply?.status === 200) asked.told = true;
  else if (reply !== null && reply.status < 500) promises.refunds.delete(id);
}

/** Of what was not given back: a bank that takes more than is left is another story. */
async function chargeBack(harness: Harness, site: Site, bought: Reply | null): Promise<void> {
  const { promises } = harness;
  const { intent_id: id, state } = bought?.body.data ?? {};
  if (typeof id !== 'string' || state !== 'succeeded' || promises.refunds.has(id) || promises.chargedBack.has(id))
    return;
  promises.chargedBack.add(id);
  await harness.chargeBack(site, id);
}

interface Wish {
  readonly route: string;
  readonly fan: Fan;
  readonly key?: string;
  readonly body?: unknown;
}

/** Asks until there is an answer, or gives up. */
async function insist(
  ask: Ask,
  random: Random,
  isOver: () => boolean,
  seen: Shopping,
  { route, fan, key, body }: Wish,
): Promise<Reply | null> {
  for (let tries = 0; tries < 12; tries += 1) {
    seen.asked += 1;
    try {
      const reply = await ask(route, {
        host: fan.host,
        token: fan.token,
        ...(key ? { key } : {}),
        ...(body ? { body } : {}),
      });
      seen.answered += 1;
      const code = reply.status >= 500 ? `${reply.status}` : reply.body.code;
      if (code) seen.refusals.set(code, (seen.refusals.get(code) ?? 0) + 1);
      return reply;
    } catch {
      seen.broken += 1;
      if (isOver() || random.chance(0.1)) return null;
      await sleep(random.between(50, 400));
    }
  }
  return null;
}
