import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifySandboxWebhook } from './verify-webhook.ts';

const secret = 'secret';
const seconds = 1_800_000_000;
const toleranceSeconds = 300;

const charge = {
  id: 'ch_1',
  reference: 'attempt-1',
  status: 'succeeded',
  amount: 900,
  currency: 'USD',
  created: '2026-11-21T10:00:00.000Z',
  instrument: { id: 'card_1', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
  decline: null,
  action: null,
};
const webhook = { id: 'evt_1', type: 'charge.succeeded', created: '2026-11-21T10:00:00.000Z', amount: 900, charge };

function verify(body: unknown, { signedAt = seconds, nowMs = seconds * 1000, key = secret } = {}) {
  const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const v1 = createHmac('sha256', key).update(`${signedAt}.`).update(raw).digest('hex');
  return verifySandboxWebhook({ secret, toleranceSeconds, now: () => nowMs, pages: 'http://sandbox.test' }, raw, {
    'payment-signature': `t=${signedAt},v1=${v1}`,
  });
}

describe('a signed webhook', () => {
  it('says what happened to which attempt', () => {
    const raw = Buffer.from(JSON.stringify(webhook));
    expect(verify(webhook)).toEqual({
      ok: true,
      externalId: 'evt_1',
      events: [
        {
          externalId: 'evt_1',
          type: 'charge',
          about: { reference: 'attempt-1', providerRef: 'ch_1' },
          occurredAt: '2026-11-21T10:00:00.000Z',
          outcome: {
            kind: 'succeeded',
            providerRef: 'ch_1',
            amountMinor: 900,
            currency: 'USD',
            instrument: { id: 'card_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 },
          },
        },
      ],
      kept: { raw, headers: { 'payment-signature': expect.stringMatching(/^t=1800000000,v1=[0-9a-f]{64}$/) } },
      reply: { contentType: 'application/json', body: expect.stringContaining('"ok"') },
    });
  });

  it('about a refund carries the refunded part', () => {
    expect(verify({ ...webhook, type: 'refund', amount: 100 })).toMatchObject({
      ok: true,
      events: [{ type: 'refund', about: { reference: 'attempt-1' }, amountMinor: 100, currency: 'USD' }],
    });
  });

  it.each(['refund', 'void', 'chargeback'] as const)('about a %s is a reversal', (type) => {
    expect(verify({ ...webhook, type })).toMatchObject({ events: [{ type, amountMinor: 900 }] });
  });

  it('about a dispute that was won carries what came back', () => {
    expect(verify({ ...webhook, type: 'chargeback.won', amount: 500 })).toMatchObject({
      events: [{ type: 'chargeback-won', amountMinor: 500, currency: 'USD' }],
    });
  });

  it('about a try that was refused says that the payer may try again', () => {
    const action = { type: 'redirect', path: '/pay/ch_1', expires: '2026-11-21T10:15:00Z', refused: { code: '51' } };
    const waiting = { ...charge, status: 'requires_action', instrument: null, action };
    expect(verify({ ...webhook, type: 'charge.requires_action', charge: waiting })).toMatchObject({
      events: [
        {
          type: 'charge',
          outcome: {
            kind: 'action',
            action: { type: 'redirect', url: 'http://sandbox.test/pay/ch_1' },
            expiresAt: '2026-11-21T10:15:00.000Z',
            refused: { code: '51', reason: 'insufficient-funds' },
          },
        },
      ],
    });
  });

  it.each([
    ['as old as is tolerated', toleranceSeconds * 1000, true],
    ['a millisecond older', toleranceSeconds * 1000 + 1, false],
    ['as far ahead as is tolerated', -toleranceSeconds * 1000, true],
    ['a millisecond further ahead', -toleranceSeconds * 1000 - 1, false],
  ])('%s is believed: see the last column', (_when, ageMs, believed) => {
    expect(verify(webhook, { nowMs: seconds * 1000 + ageMs }).ok).toBe(believed);
  });

  it('signed with another secret is refused', () => {
    expect(verify(webhook, { key: 'other' })).toEqual({ ok: false, reason: 'signature-wrong' });
  });

  it.each([
    ['no JSON', 'hello'],
    ['null', 'null'],
    ['an unknown type', { ...webhook, type: 'charge.exploded' }],
    ['no amount', { ...webhook, amount: undefined }],
    ['a fraction of a cent', { ...webhook, amount: 1.5 }],
    ['a type that its charge denies', { ...webhook, type: 'charge.declined' }],
    ['no date', { ...webhook, created: 'yesterday' }],
  ])("with %s can't be read", (_what, body) => {
    expect(verify(body)).toEqual({ ok: false, reason: 'unreadable' });
  });

  it.each([{}, { 'payment-signature': 't=1,v1=00' }, { 'payment-signature': ['a', 'b'] }])(
    'with the headers %j has no signature',
    (headers) => {
      const check = { secret, toleranceSeconds, now: () => 0, pages: 'http://sandbox.test' };
      expect(verifySandboxWebhook(check, Buffer.from('{}'), headers)).toEqual({
        ok: false,
        reason: 'signature-missing',
      });
    },
  );
});
