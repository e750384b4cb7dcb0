import type { Fan, Sale } from '../model.ts';
import type { Reply } from '../open-harness.ts';
import { act, pickFan, type Simulation } from '../simulation.ts';
import { aMembership, keepFree, newKey, toldBy } from './buy.ts';
import type { Action } from './action.ts';

/** The resubscribe offer, by one press: a membership that begins, or a cancelled one that goes on after its free months. */
export const comeBack: Action = {
  name: 'come back',
  weight: 6,
  async run(simulation) {
    const { random, model } = simulation;
    const sites = [...model.offers].filter(([, offer]) => offer !== null).map(([site]) => site);
    if (sites.length === 0) return;
    const ofSite = model.fans.filter(({ site }) => sites.includes(site));
    const leaving = ofSite.filter(({ isCancelled }) => isCancelled);
    const fan = random.pick(leaving.length > 0 && random.chance(0.7) ? leaving : ofSite);
    const isFromWallet = random.chance(0.3);
    if (isFromWallet) fan.hasWalletMembership = true;
    const [key, sale] = [newKey(), aMembership()];
    const spec = { name: 'come back', fan, sale, asks: 'charge', isSure: true } as const;
    const reply = await act(simulation, spec, () => resubscribe(simulation, fan, sale, key, isFromWallet));
    checkOffer(simulation, fan, sale, reply);
  },
};

async function resubscribe(
  { harness }: Simulation,
  fan: Fan,
  sale: Sale,
  key: string,
  isFromWallet: boolean,
): Promise<Reply> {
  const as = fan.person;
  const checked = await harness.call('POST /api/resubscribe-offer/check', { as });
  // Whoever was cut off sends the same again, also where the offer is not shown any more.
  if (checked.data !== null) sale.told = toldBy(checked.data.quote);
  const quoteId = checked.data?.quote.quote_id ?? sale.quoteId ?? 'none';
  sale.quoteId = quoteId;
  return harness.call('POST /api/resubscribe-offer/resubscribe', {
    as,
    key,
    body: { quote_id: quoteId, consent: true, ...(isFromWallet ? { from_wallet: true } : {}) },
  });
}

const monthMs = 28 * 86_400_000;

/** What was told is what the creator offers: nothing before the free months are over, then the price of the offer. */
function checkOffer(simulation: Simulation, fan: Fan, { told }: Sale, reply: Reply | null): void {
  const { model, violations, harness } = simulation;
  const offer = model.offers.get(fan.site);
  if (told === null || !offer) return;
  const say = (text: string): void =>
    void violations.push({ invariant: 'another price than was set', text, fan, event: model.event });
  const later = offer.months === -1 ? 0 : offer.recurringMinor;
  const isFirstRight = told.initialMinor === 0 || (offer.months === 0 && told.initialMinor === offer.recurringMinor);
  if (!isFirstRight || told.recurringMinor !== later)
    say(
      `the offer tells ${told.initialMinor}, then ${told.recurringMinor}, where ${offer.months} free months were set`,
    );
  if (told.nextAt - harness.world.clock.now().getTime() < Math.max(0, offer.months) * monthMs)
    say(`the offer charges at ${new Date(told.nextAt).toISOString()}, and gives ${offer.months} months`);
  if (told.initialMinor === 0) keepFree(simulation, fan, told, reply);
}

/** A membership that is paid from the wallet, now and later (WAL, SUB-47). */
export const joinFromWallet: Action = {
  name: 'join from the wallet',
  weight: 5,
  async run(simulation) {
    const { harness, random, model } = simulation;
    const funded = [...new Set(model.coins.values())];
    const fan = funded.length > 0 && random.chance(0.8) ? random.pick(funded) : pickFan(simulation);
    fan.hasWalletMembership = true;
    const [key, sale] = [newKey(), aMembership()];
    const spec = { name: 'join from the wallet', fan, sale, isSure: true };
    const reply = await act(simulation, spec, async () => {
      const { data } = await harness.call('GET /api/v2/subscription/quote', { as: fan.person });
      if (data === null || (sale.quoteId !== undefined && data.reason === 'migration'))
        return { status: 409, code: null, data };
      sale.told ??= toldBy(data, 'wallet');
      sale.quoteId ??= data.quote_id as string;
      return harness.call('POST /api/crypto/purchase-from-wallet', {
        as: fan.person,
        key,
        body: {
          payment_for: 'membership',
          quote_id: sale.quoteId,
          amount: sale.told.initialMinor / 100,
          consent: true,
        },
      });
    });
    if (sale.told?.initialMinor === 0) keepFree(simulation, fan, sale.told, reply);
  },
};
