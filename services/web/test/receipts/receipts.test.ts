import type { OwnPayment, Receipt } from '@backlot/contracts/receipts';
import { describe, expect, it, vi } from 'vitest';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');

const id = '01900000-0000-7000-8000-000000000001';
const payment: OwnPayment = {
  _id: id,
  date: '2026-11-21T12:00:00.000Z',
  sold: 'post',
  title: 'A post',
  content_id: id,
  amount: 9,
  currency: 'USD',
  paid_with: 'card',
  card: { card_type: 'visa', last4: '4242' },
  coins: null,
  state: 'paid',
  returns: [],
  returning: 0,
  owed: 0,
};
const receipt: Receipt = {
  payment,
  number: 'ch_1',
  merchant: { name: 'Luna Works Ltd', address: '1 Crater Road, Dublin', descriptor: 'LUNA*CLUB' },
  buyer: { name: 'Ada', email: 'ada@example.test' },
  lines: [{ kind: 'base', ref: '', amount: 9 }],
  kept: 9,
  is_cancellable: false,
};
const page = async (shown: Receipt): Promise<string> => {
  const queries = [{ key: ['abcdefghijkl', 'receipt', id], data: shown }];
  const { html } = await render(bootstrapOf({ path: `/profile/payments/${id}`, viewer: person(), queries }));
  return html.replaceAll('&#x27;', "'");
};
const receiptOf = (over: Partial<OwnPayment>) => page({ ...receipt, payment: { ...payment, ...over } });

describe('a receipt', () => {
  it('C9 names seller, buyer, day, card, statement and number', async () => {
    const html = await page(receipt);
    for (const told of [
      'Luna Works Ltd',
      '1 Crater Road, Dublin',
      'Ada',
      'ada@example.test',
      'Nov 21, 2026',
      'Visa ending in 4242',
      'LUNA*CLUB',
      'ch_1',
      '$9.00',
    ])
      expect(html).toContain(told);
  });

  it('names a buyer without a name once, by the address', async () => {
    const html = await page({ ...receipt, buyer: { name: '', email: 'ada@example.test' } });
    expect(html.split('ada@example.test')).toHaveLength(2);
  });

  it('tells a refund that is on its way from one that is owed, and neither where there is none', async () => {
    const [onItsWay, owed] = ['Refund of $4.00 on its way', 'Refund of $4.00 owed to you: it has not gone through yet'];
    const neither = await receiptOf({});
    expect(neither).not.toMatch(/on its way|owed to you/);
    const first = await receiptOf({ returning: 4 });
    expect(first).toContain(onItsWay);
    expect(first).not.toContain('owed to you');
    const second = await receiptOf({ owed: 4 });
    expect(second).toContain(owed);
    expect(second).not.toContain('on its way');
    const both = await receiptOf({ owed: 4, returning: 4 });
    for (const told of [onItsWay, owed]) expect(both).toContain(told);
  });
});
