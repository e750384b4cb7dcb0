import type { PurchaseView } from '@backlot/contracts/purchases';
import { expect, it, vi } from 'vitest';
import { purchaseKey } from '../../src/entities/purchase/purchase-state.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');

const id = '0198c5d2-0000-7000-8000-000000000003';
const purchase: PurchaseView = {
  intent_id: id,
  state: 'pending',
  action: null,
  kind: 'renewal',
  amount: 14,
  currency: 'USD',
  transactionId: null,
  content_id: null,
  decline_code: null,
  decline_reason: null,
  ccbill_subscription_status: '2',
};
const page = async (over: Partial<PurchaseView>): Promise<string> => {
  const queries = [{ key: purchaseKey('abcdefghijkl', id), data: { ...purchase, ...over } }];
  return (await render(bootstrapOf({ path: `/payment/${id}`, viewer: person(), queries }))).html;
};

it('a payment that staff have to decide about is told of as that, and not as one that is under way', async () => {
  const [held, underWay] = [await page({ is_held: true }), await page({})];
  expect(held).toContain('We are checking this payment');
  expect(held).toMatch(/class="button"[^>]*href="\/contact-us"/);
  expect(held).not.toContain('is being processed');
  expect(underWay).toContain('is being processed');
  expect(underWay).not.toContain('We are checking this payment');
});

it('the page of a payment that is held names what was agreed and what was taken, each in its currency', async () => {
  const held = await page({ is_held: true, taken: { amount: 15.5, currency: 'EUR' } });
  expect(held).toContain('Amount agreed: $14.00. Amount taken: €15.50.');
  expect(await page({ is_held: true })).not.toContain('Amount taken');
});
