import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lookAtPayment } from '../../src/features/crypto/look-at-payment.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';
import { createCryptoWorld, type CryptoWorld } from './crypto-world.ts';

/** The provider's sandbox is on the internet: its calls are led to the twin, with the credentials that they carry. */
function leadSandboxToTwin(url: string): void {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((target, init) => {
    const asked = new URL(target instanceof Request ? target.url : target);
    const isSandbox = asked.host === 'sandbox.api.forumpay.com';
    return real(isSandbox ? new URL(asked.pathname + asked.search, url) : target, init);
  });
}

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
}, 60_000);
afterAll(() => world.close());

const fillIn = (user: string, secret: string) =>
  changeSettings(world, {
    is_crypto_payment_enabled: true,
    'forumpay_settings.user': { sealed: world.ctx.secrets.seal(user) },
    'forumpay_settings.secret': { sealed: world.ctx.secrets.seal(secret) },
  });
const right = () => world.ctx.config.sandbox!.apiKey;
beforeEach(async () => {
  leadSandboxToTwin(world.twin.url);
  world.chain.reset();
  await fillIn('sandbox', right());
});

/** Of 50 dollars; its coins come when `change` has been made. */
async function paidAfter(change: () => Promise<unknown>): Promise<number> {
  const fan = await world.fresh();
  const payment = await world.begin(fan);
  await change();
  world.chain.send(payment.address, payment.amount);
  world.chain.confirm(payment.address);
  await lookAtPayment(world.ctx, world.tenants.luna, payment.transaction_id);
  return world.wallet(fan);
}
const accounts = () => world.database.tenants.read(world.tenants.luna, async (db) => db('crypto_accounts').select('*'));

describe('coins of a payment that was begun with an account', () => {
  it('are credited though staff have filled in another account since', async () => {
    expect(await paidAfter(() => fillIn('another', 'another-secret'))).toBe(5000);
  });

  it('are credited though the site takes no coins any more, and its credentials are gone', async () => {
    const off = { is_crypto_payment_enabled: false, 'forumpay_settings.user': '', 'forumpay_settings.secret': '' };
    expect(await paidAfter(() => changeSettings(world, off))).toBe(5000);
  });

  it('are credited though staff have taken the secret away and left the user', async () => {
    expect(await paidAfter(() => changeSettings(world, { 'forumpay_settings.secret': '' }))).toBe(5000);
  });

  it('are asked about with the secret of now, where the account is still the site’s', async () => {
    const stale = world.ctx.secrets.seal(JSON.stringify({ user: 'sandbox', secret: 'a secret of last year' }));
    const forget = () =>
      world.database.tenants.write(world.tenants.luna, async (db) =>
        db('crypto_accounts').update({ credentials: stale }),
      );
    expect(await paidAfter(forget)).toBe(5000);
  });

  it('are credited on the schema of the version before, which keeps no accounts', async () => {
    const paid = await withoutColumns(world.databaseUrl, world.tenants.luna, 'crypto_payments', ['account_id'], () =>
      paidAfter(async () => {}),
    );
    expect(paid).toBe(5000);
  });
});

it('an account is one row, sealed, and is on its own site alone', async () => {
  for (let n = 0; n < 2; n += 1) await world.begin(await world.fresh());
  const rows = await accounts();
  expect(rows.filter(({ host }) => host === 'sandbox')).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(right());
  const elsewhere = await world.database.tenants.read(world.tenants.mars, async (db) => db('crypto_accounts'));
  expect(elsewhere).toEqual([]);
});
