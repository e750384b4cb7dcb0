import { vi } from 'vitest';
import { newEmail, password } from './account.ts';
import type { DemoSites } from './demo-sites.ts';

/** Was a member, with a card on file; the payment was given back. @returns the token of the session */
export async function formerMember(sites: Pick<DemoSites, 'clients' | 'creators'>): Promise<string> {
  const client = sites.clients.clay;
  const email = newEmail();
  const token = await client.register(email, password, 'Robin Ash');
  await client.subscribe(token, email);
  const { data } = (await client.call(`GET /api/admin/get_transactions_details?search=${encodeURIComponent(email)}`, {
    token: sites.creators.clay,
  })) as unknown as { data: { transactions: Array<{ _id: string; amount: number; currency: string }> } };
  const [{ _id: id, amount, currency }] = data.transactions as [{ _id: string; amount: number; currency: string }];
  await client.call('POST /api/reports/refund', {
    token: sites.creators.clay,
    body: { id, amount, currency, reason: 'Left' },
  });
  // Also before a group of tests, where nothing may be expected yet.
  await vi.waitUntil(
    async () => (await client.call('GET /api/users/me', { token })).data.ccbillSubscriptionStatus === '0',
    { timeout: 20_000 },
  );
  return token;
}
