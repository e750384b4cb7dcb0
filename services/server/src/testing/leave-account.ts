import { v7 } from 'uuid';
import type { MoneyWorld } from './money-world.ts';

/** A site takes cards by another account from now on, whose id is answered; the one before keeps what was begun with it. */
export async function leaveAccount(world: MoneyWorld): Promise<string> {
  const id = v7();
  await world.database.tenants.write(world.tenants.luna, async (db) => {
    await db('provider_accounts').where({ provider: 'sandbox', state: 'active' }).update({ state: 'draining' });
    await db('provider_accounts').insert({ id, provider: 'sandbox', currency: 'USD', credentials: null });
  });
  return id;
}
