import { describe, expect, it } from 'vitest';
import { moneyBackTexts, saleKindText } from './row-texts.ts';

describe('what became of a purchase’s money', () => {
  const paid = { returned: 0, charged_back: 0, returning: 0, left: 9 };

  it.each([
    ['nothing', {}, []],
    ['all was refunded', { returned: 9, left: 0 }, ['sale-refunded']],
    ['a part was refunded', { returned: 4, left: 5 }, ['sale-part-refunded']],
    ['a refund is under way', { returning: 9, left: 0 }, ['sale-refund-open']],
    ['no provider takes a refund', { returning: 9, owed: 9, left: 0 }, ['open-item-refund-owed']],
    [
      'no provider takes a refund, and another is under way',
      { returning: 9, owed: 4, left: 0 },
      ['open-item-refund-owed', 'sale-refund-open'],
    ],
    [
      'a part was refunded and the rest is under way',
      { returned: 4, returning: 5, left: 0 },
      ['sale-refund-open', 'sale-part-refunded'],
    ],
    ['a bank took it back', { returned: 9, charged_back: 9, left: 0 }, ['purchased-chargeback']],
    ['a bank took back a part', { returned: 4, charged_back: 4, left: 5 }, ['purchased-chargeback']],
    [
      'a part was refunded and a bank took the rest',
      { returned: 9, charged_back: 5, left: 0 },
      ['purchased-chargeback', 'sale-part-refunded'],
    ],
  ])('%s', (_, over, texts) => {
    expect(moneyBackTexts({ ...paid, ...over })).toEqual(texts);
  });
});

describe('what a payment was for', () => {
  it.each([
    ['membership', 'transaction-membership'],
    ['renewal', 'transaction-renewal'],
    ['migration', 'transaction-migration'],
    ['resubscription', 'transaction-resubscription'],
    ['post', 'sale-unlock'],
    ['something-new', 'transaction-purchase'],
  ])('%s', (kind, text) => {
    expect(saleKindText(kind)).toBe(text);
  });
});
