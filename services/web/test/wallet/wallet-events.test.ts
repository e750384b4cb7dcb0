import type { MeView } from '@backlot/contracts/accounts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import type { ServerEvents } from '@backlot/contracts/events';
import { expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../src/app/providers.tsx';
import { wallet } from '../../src/features/wallet/feature.ts';
import { tell } from '../testing/events.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));

/** What an open page of a fan with 9 dollars, who owes nothing, says of the wallet after an event. */
async function after(told: ServerEvents['WALLET_CHANGED']): Promise<unknown> {
  const bootstrap = bootstrapOf({ viewer: person({ role: 'user', wallet_amount: 9, wallet_owed: 0 }) });
  const site = bootstrap.site.id;
  const queries = makeQueryClient(bootstrap);
  queries.setQueryData(queryKeys.me(site), bootstrap.viewer);
  await tell('WALLET_CHANGED', told, { queries, site, features: [wallet] });
  const { wallet_amount, wallet_owed } = queries.getQueryData<MeView>(queryKeys.me(site))!;
  return [wallet_amount, wallet_owed];
}

it('an open page knows what is in the wallet, and what is owed, as it changes', async () => {
  expect(await after({ walletAmount: 0, walletOwed: 20 })).toEqual([0, 20]);
  expect(await after({ walletAmount: 4, walletOwed: 0, currency: 'USD' })).toEqual([4, 0]);
  // Of a server of the version before.
  expect(await after({ walletAmount: 3 })).toEqual([3, 0]);
});

it('what moves money in a currency that the site had before leaves the balance as it is', async () => {
  expect(await after({ walletAmount: 70, walletOwed: 2, currency: 'EUR' })).toEqual([9, 0]);
});
