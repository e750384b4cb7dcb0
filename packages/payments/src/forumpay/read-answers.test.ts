import { decimalOf, decimalText } from '@backlot/domain/money/decimal';
import { describe, expect, it } from 'vitest';
import { readBody } from './ask.ts';
import { check, currencyList, invoice, rate, started, underpayment } from '../testing/forumpay-answers.ts';
import {
  readCheck,
  readCurrencies,
  readPage,
  readRate,
  readStart,
  readTransactions,
  readWebhookKnock,
} from './read-answers.ts';

describe("ForumPay's currencies", () => {
  it('are told with their bounds', () => {
    const [bitcoin] = readCurrencies(currencyList)!;
    expect(bitcoin).toMatchObject({ currency: 'BTC', description: 'Bitcoin' });
    expect([decimalText(bitcoin!.minimum!), decimalText(bitcoin!.maximum!)]).toEqual(['1', '650']);
  });

  it.each([
    ['cannot be sent', { sell_status: 'DISABLED' }],
    ['is out of order', { status: 'DOWN' }],
    ['has no name', { currency: null }],
  ])('leave out one that %s', (_what, change) => {
    expect(readCurrencies([{ ...currencyList[0], ...change }])).toEqual([]);
  });

  it('are unknown where the answer is no list', () => {
    expect(readCurrencies({ list: currencyList })).toBeNull();
  });
});

describe('a rate and a start', () => {
  it('keep amounts as they are written', () => {
    expect(decimalText(readRate(rate)!.amount)).toBe('0.000402');
    expect(readStart(started)).toMatchObject({ address: started.address, qr: started.qr, statsToken: 'a.b.c' });
  });

  it.each([{ amount: '0.00000000' }, { amount: 'soon' }, { payment_id: null }, { invoice_amount: null }])(
    'with %j cannot be read',
    (change) => {
      expect(readRate({ ...rate, ...change })).toBeNull();
      expect(readStart({ ...started, ...change })).toBeNull();
    },
  );

  it('a start without an address is none; without a code the address is what a wallet reads', () => {
    expect(readStart({ ...started, address: '' })).toBeNull();
    expect(readStart({ ...started, qr: null })).toMatchObject({ qr: started.address });
  });

  it('WAL-09 notices are told by code and message', () => {
    const notices = [{ code: 'slow', message: 'Slow network.' }, { code: 7, message: 'x' }, { message: '' }, 'x'];
    expect(readStart({ ...started, notices })?.notices).toEqual([
      { code: 'slow', message: 'Slow network.' },
      { code: '7', message: 'x' },
    ]);
  });
});

describe('a check', () => {
  it.each([
    ['waiting', false, 'waiting', false],
    ['processing', false, 'processing', false],
    ['zero_confirmed', false, 'processing', false],
    ['underpayment', false, 'underpayment', false],
    ['confirmed', true, 'confirmed', true],
    ['confirmed', '1', 'confirmed', true],
    // The state alone proves nothing.
    ['confirmed', false, 'confirmed', false],
    ['blocked', false, 'blocked', false],
    ['blocked', true, 'blocked', true],
    ['cancelled', false, 'cancelled', false],
    ['cancelled', true, 'cancelled', true],
    ['something new', false, 'unknown', false],
    ['constructor', false, 'unknown', false],
  ])('in state %s with confirmed %j is %s, confirmed %j', (state, confirmed, told, isConfirmed) => {
    expect(readCheck({ ...check, state, confirmed })?.told).toMatchObject({ state: told, isConfirmed });
  });

  it('believes the state and not the text for people', () => {
    expect(readCheck({ ...check, status: 'Confirmed' })?.told.state).toBe('waiting');
  });

  it('reads min_confirmations as a number or as text', () => {
    expect(readCheck({ ...check, min_confirmations: 1 })).toEqual(readCheck(check));
  });

  it.each([
    ['0.00040200', '0.00040200', '0.000402'],
    ['0.00050200', '0.00040200', '0.000502'],
    [null, '0.00030000', '0.0003'],
    ['0.00000000', '0.00030000', '0.0003'],
  ])('confirmed with payment %j and amount %j took %s', (payment, amount, paid) => {
    const found = readCheck({ ...check, state: 'confirmed', confirmed: true, payment, amount });
    expect(decimalText(found!.told.paid)).toBe(paid);
  });

  it('of which nobody can say what was taken is unreadable, and not an empty payment', () => {
    expect(readCheck({ ...check, state: 'confirmed', confirmed: true, payment: null, amount: null })).toBeNull();
    expect(readCheck({ ...check, state: null })).toBeNull();
  });

  it('tells of what is missing, with a code of its own', () => {
    const found = readCheck({ ...check, state: 'underpayment', underpayment })!.missing!;
    expect([decimalText(found.amount), found.qr]).toEqual(['0.0001', underpayment.qr]);
    expect(readCheck(check)?.missing).toBeNull();
  });
});

describe('a list of transactions', () => {
  it.each([
    [null, false],
    ['1', true],
    [true, true],
    ['0', false],
  ])('with double_spending_alert %j alarms: %j', (alert, isDoubleSpent) => {
    expect(readTransactions({ invoices: [{ ...invoice, double_spending_alert: alert }] })).toEqual([
      { paymentId: invoice.payment_id, address: invoice.address, currency: 'BTC', isDoubleSpent, returned: null },
    ]);
  });

  it.each([
    [{ refund: '0.00040200', refund_status: 'Refunded' }, ['0.000402', '0', 'Refunded']],
    [{ refund: '0', refund_amount_opened: '0.0001' }, ['0', '0.0001', '']],
    [{ refund: '0.00', refund_amount_opened: null, refund_status: 'none' }, null],
    [{ refund: 'n/a', refund_status: 7 }, null],
    [{}, null],
  ])('with %j of what went back tells of %j', (told, expected) => {
    const { returned } = readTransactions({ invoices: [{ ...invoice, ...told }] })![0]!;
    expect(returned && [decimalText(returned.refund), decimalText(returned.opened), returned.status]).toEqual(expected);
  });

  it('leaves out what names no payment', () => {
    expect(readTransactions({ invoices: [{ ...invoice, payment_id: null }, null] })).toEqual([]);
    expect(readTransactions([])).toBeNull();
  });
});

describe('a page of the whole list', () => {
  it('has what each payment came to, by UTC, and counts what is none of them', () => {
    const bought = { ...invoice, type: 'Buy', payment_id: null };
    expect(readPage({ invoices: [invoice, { ...invoice, confirmed: null }, bought] })).toEqual({
      count: 3,
      payments: [
        {
          paymentId: invoice.payment_id,
          posId: 'web',
          isAccepted: true,
          came: {
            invoiceCurrency: 'USD',
            invoiceAmount: decimalOf('20.00'),
            startedAt: new Date('2026-01-02T03:04:05Z'),
          },
        },
        expect.objectContaining({ isAccepted: false, came: null }),
      ],
      unreadable: 0,
    });
    expect(readPage({ invoices: [] })).toEqual({ count: 0, payments: [], unreadable: 0 });
  });

  it.each([{ invoice_amount: 'n/a' }, { invoice_currency: 'usd' }, { inserted: 'today' }, { confirmed: true }])(
    'says of a payment with %j that it was accepted, and not what it came to',
    (wrong) => {
      const page = readPage({ invoices: [{ ...invoice, ...wrong }, invoice] })!;
      expect(page.payments[0]).toMatchObject({ posId: 'web', isAccepted: true, came: null });
      expect(page.payments[1]!.came).not.toBeNull();
    },
  );

  it('has payments without a number or a point of sale, and counts what is nothing at all', () => {
    expect(readPage({ invoices: [{ ...invoice, payment_id: '', pos_id: null }, null, 'x'] })).toMatchObject({
      count: 3,
      payments: [{ paymentId: null, posId: null }],
      unreadable: 2,
    });
  });

  it('that is none is none', () => {
    for (const wrong of [[], null, {}, { invoices: {} }]) expect(readPage(wrong)).toBeNull();
  });
});

describe('what an action was answered', () => {
  const error = '{"err":"Not available","err_code":"currencyNotAvailable","additional":{}}';
  it.each([
    [200, error, { kind: 'refused', code: 'currencyNotAvailable', message: 'Not available' }],
    [400, error, { kind: 'refused', code: 'currencyNotAvailable', message: 'Not available' }],
    [401, '{"err":"Wrong key"}', { kind: 'refused', code: '', message: 'Wrong key' }],
    // Its own fault may have come after the act.
    [500, error, { kind: 'unknown', cause: 'provider-error' }],
    [403, '<html>cloud</html>', { kind: 'unknown', cause: 'provider-error' }],
    [200, 'cut o', { kind: 'unknown', cause: 'unreadable-answer' }],
    [200, '"ok"', { kind: 'unknown', cause: 'unreadable-answer' }],
    [404, '{}', { kind: 'unknown', cause: 'provider-error' }],
    [200, '{"status":"ok"}', { kind: 'answer', body: { status: 'ok' } }],
  ])('%i %s', (status, text, answer) => {
    expect(readBody(status, text)).toEqual(answer);
  });
});

describe('a webhook', () => {
  it.each([
    ['{"payment_id":"a","reference_no":"b","state":"confirmed"}', { paymentId: 'a', isTest: false }],
    ['{"webhook_test":1}', { paymentId: null, isTest: true }],
    ['{"payment_id":7}', { paymentId: null, isTest: false }],
    ['[]', null],
    ['no', null],
  ])('%s only says which payment to look at', (raw, knock) => {
    expect(readWebhookKnock(Buffer.from(raw))).toEqual(knock);
  });
});
