import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readFields } from './notice-fields.ts';
import { readNotice } from './read-notice.ts';

const salt = '7d901dad245fd0ff6bc20d06';
const id = '126002101000000123';
const common = { subscriptionId: id, clientAccnum: '900123', clientSubacc: '0010', timestamp: '2026-01-02 03:04:05' };
const sale = {
  ...common,
  transactionId: id,
  firstName: 'Ada',
  password: 'secret of Ada',
  billedInitialPrice: '9.99',
  billedCurrency: 'USD',
  subscriptionInitialPrice: '9.99',
  subscriptionCurrency: 'USD',
  accountingInitialPrice: '9.99',
  accountingCurrency: 'USD',
  recurringPeriod: '30',
  rebills: '99',
  nextRenewalDate: '2026-02-01',
  cardType: 'VISA',
  last4: '1111',
  expDate: '0430',
  'X-reference': '0198c5d2-0000-7000-8000-000000000001',
  'X-reservation': 'reserved',
};

function read(eventType: string, body: object, { keepsCards = true, timeZone = 'Europe/Berlin' } = {}) {
  const fields = readFields(Buffer.from(JSON.stringify(body)), new URLSearchParams({ eventType }))!;
  return readNotice(fields, { salt, subAccount: '0010', keepsCards, timeZone });
}

describe("what CCBill's notices tell", () => {
  it('a sale: what was taken, the card for later charges, and the series that CCBill drives', () => {
    expect(read('NewSaleSuccess', sale)).toEqual([
      {
        type: 'charge',
        externalId: `NewSaleSuccess:${id}`,
        about: { reference: sale['X-reference'], providerRef: id, seriesRef: id },
        occurredAt: '2026-01-02T10:04:05.000Z',
        evidence: {
          digest: 'none',
          reservation: 'reserved',
          recurringPeriod: '30',
          rebills: '99',
          subscriptionCurrency: 'USD',
        },
        outcome: {
          kind: 'succeeded',
          providerRef: id,
          amountMinor: 999,
          currency: 'USD',
          instrument: { id, brand: 'visa', last4: '1111', expMonth: 4, expYear: 2030 },
          series: { seriesRef: id, nextAt: '2026-02-01T07:00:00.000Z' },
        },
      },
    ]);
  });

  it.each([
    ['America/Los_Angeles', '2026-02-01T08:00:00.000Z'],
    ['Asia/Tokyo', '2026-02-01T07:00:00.000Z'],
  ])('a date without a time is that date on the calendar of a site in %s', (timeZone, nextAt) => {
    expect(read('NewSaleSuccess', sale, { timeZone })).toMatchObject([{ outcome: { series: { nextAt } } }]);
  });

  it('a single sale has no series, and without the REST interface no card', () => {
    const [event] = read('UpSaleSuccess', { ...sale, recurringPeriod: '0', rebills: '0' }, { keepsCards: false })!;
    expect(event).toMatchObject({ type: 'charge', outcome: { kind: 'succeeded' } });
    expect((event as { outcome: object }).outcome).not.toHaveProperty('series');
    expect((event as { outcome: object }).outcome).not.toHaveProperty('instrument');
    expect(event).toMatchObject({ outcome: { paidWith: { brand: 'visa', last4: '1111' } } });
  });

  it('of a sale whether the bank asked its payer, and of money that went back why, as CCBill words it', () => {
    expect(read('NewSaleSuccess', { ...sale, threeDSecure: 'YES' })).toMatchObject([
      { outcome: { threeDSecure: 'YES' } },
    ]);
    const back = { ...common, transactionId: '7', amount: '9.99', currency: 'USD' };
    expect(read('Chargeback', { ...back, reason: ' 10.4 Fraud ' })).toMatchObject([{ reason: '10.4 Fraud' }]);
    expect(read('Chargeback', { ...back, reason: '  ' })![0]).not.toHaveProperty('reason');
  });

  it('of a sale whether another subaccount than ours was paid, however the number is written', () => {
    expect(read('NewSaleSuccess', { ...sale, clientSubacc: '11' })![0]!.evidence).toHaveProperty('subAccount', 'other');
    expect(read('NewSaleSuccess', { ...sale, clientSubacc: '10' })![0]!.evidence).not.toHaveProperty('subAccount');
  });

  it('what was asked is what is booked, also where the payer was billed in another currency', () => {
    const foreign = { ...sale, billedInitialPrice: '8.50', billedCurrency: 'EUR' };
    expect(read('NewSaleSuccess', foreign)).toMatchObject([
      { outcome: { amountMinor: 999, currency: 'USD', billed: { amount: '8.50', currency: 'EUR' } } },
    ]);
  });

  it.each([
    [createHash('md5').update(`${id}1${salt}`).digest('hex'), 'fits'],
    ['a7459445d0e5dc0963fe736dc5cf900b', 'differs'],
  ])('the digest %s %s', (dynamicPricingValidationDigest, digest) => {
    expect(read('NewSaleSuccess', { ...sale, dynamicPricingValidationDigest })).toMatchObject([
      { evidence: { digest } },
    ]);
  });

  it.each(['NewSaleFailure', 'UpSaleFailure', 'UserReactivation'])('%s is a reason to look', (event) => {
    expect(read(event, { ...sale, failureCode: 'BE-140' })).toMatchObject([{ type: 'look' }]);
  });

  it.each([
    [
      'RenewalSuccess',
      {
        transactionId: '126032101000000777',
        billedAmount: '9.99',
        billedCurrencyCode: '840',
        nextRenewalDate: '2026-03-03',
        cardType: 'MasterCard',
        last4: '4444',
      },
      {
        type: 'series-renewed',
        charge: {
          providerRef: `${id}-126032101000000777`,
          amountMinor: 999,
          currency: 'USD',
          paidWith: { brand: 'mastercard', last4: '4444' },
        },
        nextAt: '2026-03-03T07:00:00.000Z',
      },
    ],
    [
      'RenewalFailure',
      { failureCode: '51', nextRetryDate: '2026-02-03' },
      { type: 'series-failed', decline: { reason: 'insufficient-funds' }, retryAt: '2026-02-03T07:00:00.000Z' },
    ],
    ['Cancellation', { reason: 'too dear', source: 'consumer' }, { type: 'series-cancelled', reason: 'too dear' }],
    ['Expiration', {}, { type: 'series-expired' }],
    [
      'BillingDateChange',
      { nextRenewalDate: '2026-02-09' },
      { type: 'series-moved', nextAt: '2026-02-09T07:00:00.000Z' },
    ],
    ['Refund', { transactionId: '7', amount: '4.00', currency: 'USD' }, { type: 'refund', amountMinor: 400 }],
    ['Void', { transactionId: '7', amount: '9.99', currency: 'USD' }, { type: 'void', amountMinor: 999 }],
    ['Chargeback', { transactionId: '7', amount: '9.99', currency: 'USD' }, { type: 'chargeback', amountMinor: 999 }],
    ['Return', { transactionId: '7', amount: '9.99', currency: 'USD' }, { type: 'returned-payment', amountMinor: 999 }],
  ])('%s', (event, more, told) => {
    expect(read(event, { ...common, ...more })).toMatchObject([{ ...told, about: { seriesRef: id } }]);
  });

  it('a reversal names the charge, never the first payment of its series for a later one', () => {
    const later = {
      ...common,
      transactionId: '7',
      amount: '9.99',
      currency: 'USD',
      'X-reference': sale['X-reference'],
    };
    expect(read('Refund', later)![0]!.about).toEqual({ providerRef: `${id}-7`, seriesRef: id });
  });

  it('a changed address, and what nobody documented, mean nothing', () => {
    expect(read('CustomerDataUpdate', sale)).toEqual([]);
    expect(read('constructor', sale)).toEqual([]);
  });

  it.each([
    ['no time', { ...sale, timestamp: 'soon' }],
    ['no amount', { ...sale, billedInitialPrice: '', subscriptionInitialPrice: '' }],
    ['a fraction of a cent', { ...sale, subscriptionInitialPrice: '9.999' }],
    ['nothing that it is about', { ...sale, subscriptionId: '', 'X-reference': '' }],
  ])("a sale with %s can't be read", (_what, body) => {
    expect(read('NewSaleSuccess', body)).toBeNull();
  });

  it('ids that are written as numbers keep every digit', () => {
    const text =
      '{"subscriptionId":126002101000000123,"transactionId":126032101000000777,"amount":4.5,"reason":"of 126032101000000777"}';
    expect(readFields(Buffer.from(text), new URLSearchParams({ eventType: 'Refund' }))).toMatchObject({
      subscriptionId: '126002101000000123',
      transactionId: '126032101000000777',
      amount: '4.5',
      reason: 'of 126032101000000777',
    });
  });

  it('nothing that a payer typed is read, as JSON or as a form', () => {
    for (const text of [JSON.stringify(sale), new URLSearchParams(sale).toString()]) {
      const fields = readFields(Buffer.from(text), new URLSearchParams({ eventType: 'NewSaleSuccess' }))!;
      expect(fields).toMatchObject({ subscriptionId: id, last4: '1111' });
      expect(JSON.stringify(fields)).not.toMatch(/Ada|secret/);
    }
  });

  it('the event is named by the address, else by the body', () => {
    const body = Buffer.from(JSON.stringify({ eventType: 'Expiration', ...common }));
    expect(readFields(body, new URLSearchParams())).toMatchObject({ eventType: 'Expiration' });
    expect(readFields(body, new URLSearchParams({ eventType: 'Void' }))).toMatchObject({ eventType: 'Void' });
    expect(readFields(Buffer.from('{"subscriptionId":"1"}'), new URLSearchParams())).toBeNull();
    expect(readFields(Buffer.from('{not json'), new URLSearchParams({ eventType: 'Void' }))).toBeNull();
  });
});
