import { dayMs } from '@backlot/domain/formats/when';
import { chargesOf, note, type Fan } from '../model.ts';
import { act, pickFan, type Simulation } from '../simulation.ts';
import { newKey, pickPost, toldPrice } from './buy.ts';
import type { Action } from './action.ts';

const inDollars = [20, 50, 100];
/** Of what was asked: exactly, too much, or too little. What is too little is the provider's until its window closes. */
const shares = [1, 1, 1, 2, 0.5];

/** Adds money by coins: quoted, started, sent and confirmed. */
export const topUp: Action = {
  name: 'top up',
  weight: 3,
  async run(simulation) {
    const { harness, random, model } = simulation;
    const fan = pickFan(simulation);
    const [amount, share] = [random.pick(inDollars), random.pick(shares)];
    const as = fan.person;
    const chain = harness.world.twin.crypto;
    const before = chain.payments().length;
    await act(simulation, { name: 'top up', fan }, async () => {
      const quoted = await harness.call('POST /api/crypto/generate-payment-id', {
        as,
        body: { currency: 'BTC', amount },
      });
      if (quoted.status !== 200) return quoted;
      return harness.call('POST /api/crypto/add-fund', {
        as,
        body: {
          currency: 'BTC',
          amount,
          payment_id: quoted.data.payment_id,
          transaction_type: 'crypto',
          payment_for: 'wallet',
        },
      });
    });
    // The answer holds the address, or it is found in the fan's own list: coins come whatever became of the answer.
    for (const { address, paymentId } of chain.payments().slice(before)) {
      model.coins.set(paymentId, fan);
      model.coinsAt.set(paymentId, harness.world.clock.now().getTime());
      const isLate = random.chance(0.2);
      if (isLate) chain.closeWindow(address);
      chain.send(address, { share });
      chain.confirm(address);
      if (share < 1 && !isLate) chain.closeWindow(address);
      note(model, fan, `sends ${share} times ${amount} in coins${isLate ? ', late' : ''}`);
    }
    for (const outbox of harness.outboxes) simulation.undelivered.push(...outbox.collect());
  },
};

/** So long the product asks about a payment once a day; then once a week, which is longer than it takes to be quiet. */
const watchedMs = 13 * dayMs;

/** More comes to an address that was paid already. */
export const sendMore: Action = {
  name: 'send more coins',
  weight: 0.5,
  async run({ harness, random, model, undelivered, coverage }) {
    const chain = harness.world.twin.crypto;
    const payments = chain.payments().filter(({ paymentId }) => model.coins.has(paymentId));
    if (payments.length === 0) return;
    const { address, paymentId } = random.pick(payments);
    model.event += 1;
    chain.send(address, { share: 0.5 });
    chain.confirm(address);
    if (harness.world.clock.now().getTime() - model.coinsAt.get(paymentId)! > watchedMs) model.lateCoins.add(paymentId);
    for (const outbox of harness.outboxes) undelivered.push(...outbox.collect());
    coverage.met('send more coins', 'any', 'none', 'done');
    note(model, model.coins.get(paymentId)!, 'sends half as much again');
  },
};

export const buyFromWallet: Action = {
  name: 'buy from the wallet',
  weight: 6,
  async run(simulation) {
    const { harness } = simulation;
    const fan = pickFan(simulation);
    const [price, post] = pickPost(simulation, fan);
    const [key, told] = [newKey(), await toldPrice(simulation, fan, price, post)];
    const reply = await act(simulation, { name: 'buy from the wallet', fan, isSure: true }, () =>
      harness.call('POST /api/crypto/purchase-from-wallet', {
        as: fan.person,
        key,
        body: { payment_for: 'blog', content_id: post, amount: told / 100 },
      }),
    );
    if (reply?.status !== 200 || reply.data.state !== 'succeeded') return;
    fan.fromWallet.set(post, { priceMinor: told, intentId: reply.data.intent_id as string });
    fan.spentMinor += told;
  },
};

/** Staff give back what was paid from the wallet; it goes back there at once. */
export const refundToWallet: Action = {
  name: 'refund to the wallet',
  weight: 1,
  async run(simulation) {
    const { harness, model, random } = simulation;
    const owners = model.fans.filter(({ fromWallet }) => fromWallet.size > 0);
    if (owners.length === 0) return;
    const fan: Fan = random.pick(owners);
    const [post, { priceMinor, intentId }] = random.pick([...fan.fromWallet]);
    const key = newKey();
    const reply = await act(simulation, { name: 'refund to the wallet', fan, isSure: true }, () =>
      harness.call('POST /api/reports/refund', {
        as: harness.world.people[fan.site].admin,
        key,
        body: { id: intentId, amount: priceMinor / 100, currency: 'USD', reason: 'Asked for', to_wallet: true },
      }),
    );
    if (reply?.status !== 200) return;
    fan.fromWallet.delete(post);
    fan.spentMinor -= priceMinor;
  },
};

/** In minor units: what coins a fan sent are worth, by the provider's own books, and by how much rounding may differ. */
export function walletOf({ harness, model }: Simulation, fan: Fan): { minor: number; tolerance: number } {
  let [minor, tolerance] = [-fan.spentMinor, 0];
  for (const charge of chargesOf(model, fan))
    if (charge.provider.name === 'wallet')
      minor -= charge.provider.takenOf(charge.reference) - charge.provider.refundedOf(charge.reference);
  for (const payment of harness.world.twin.crypto.payments()) {
    if (model.coins.get(payment.paymentId) !== fan) continue;
    for (const { amount } of payment.transfers)
      minor += (payment.invoiceMinor * Number(amount)) / Number(payment.amount);
    tolerance += 1;
  }
  return { minor, tolerance };
}
