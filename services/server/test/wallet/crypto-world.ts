import type { CryptoPayment } from '@backlot/contracts/crypto';
import type { OpenItem } from '@backlot/contracts/open-items';
import { walletOf } from '../../src/features/ledger/index.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import type { Answer, SiteName } from '../../src/testing/world.ts';

export interface CryptoWorld extends MoneyWorld {
  readonly chain: MoneyWorld['twin']['crypto'];
  quote(fan: TestPerson, amount?: number, currency?: string): Promise<string>;
  start(fan: TestPerson, paymentId: string, more?: object): Promise<Answer>;
  /** Quoted and started. */
  begin(fan: TestPerson, amount?: number): Promise<CryptoPayment>;
  /** As an open page asks, some seconds after it asked before. */
  check(fan: TestPerson, payment: Pick<CryptoPayment, 'payment_id'>): Promise<CryptoPayment>;
  /** Waits until the twin's webhooks were sent, and runs the jobs they made. */
  settleCoins(): Promise<void>;
  /** Minor units. */
  wallet(fan: TestPerson): Promise<number>;
  minutes(count: number): void;
  /** What waits for staff of this fan's, as their list shows it. */
  openItems(fan: TestPerson, state?: 'open' | 'settled'): Promise<OpenItem[]>;
}

/** The money world with crypto payments on, at a twin whose chain tests play. */
export async function createCryptoWorld(): Promise<CryptoWorld> {
  const world = await createMoneyWorld();
  const chain = world.twin.crypto;
  for (const site of Object.keys(world.tenants) as SiteName[])
    await changeSettings(world, { is_crypto_payment_enabled: true }, site);
  const crypto: CryptoWorld = {
    ...world,
    chain,
    async quote(fan, amount = 50, currency = 'BTC') {
      const answer = await world.call('POST /api/crypto/generate-payment-id', { as: fan, body: { currency, amount } });
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.data.payment_id as string;
    },
    start: (fan, paymentId, more = {}) =>
      world.call('POST /api/crypto/add-fund', {
        as: fan,
        body: {
          currency: 'BTC',
          amount: 50,
          payment_id: paymentId,
          transaction_type: 'crypto',
          payment_for: 'wallet',
          ...more,
        },
      }),
    async begin(fan, amount = 50) {
      const answer = await crypto.start(fan, await crypto.quote(fan, amount), { amount });
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.data as CryptoPayment;
    },
    async check(fan, payment) {
      world.clock.advance(5_000);
      const answer = await world.call('POST /api/crypto/check-transaction', {
        as: fan,
        body: { payment_id: payment.payment_id },
      });
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.data as CryptoPayment;
    },
    async settleCoins() {
      for (let waited = 0; waited < 10_000; waited += 20) {
        if (chain.webhooks().every(({ state }) => state !== 'waiting')) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await world.runJobs();
    },
    wallet: (fan) =>
      world.database.tenants.read(fan.tenant, async (db) => (await walletOf(db, fan.id, 'USD')).balanceMinor),
    async openItems(fan, state = 'open') {
      const as = world.people[fan.tenant.slug as SiteName].admin;
      const { body } = await world.call('GET /api/reports/open-items', { as, query: { state } });
      return (body.data.items as OpenItem[]).filter(({ user }) => user?._id === fan.id);
    },
    minutes: (count) => world.clock.advance(count * 60_000),
  };
  return crypto;
}
