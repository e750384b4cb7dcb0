import { describe, expect, it } from 'vitest';
import type { ProviderEvent } from '../webhook.ts';
import { confirmNotice } from './confirm.ts';
import type { DataLink, StatusResult } from './data-link.ts';

const status = { state: 'recurring', timesRebilled: 0, chargebacks: 0, refunds: 0, voids: 0 } as const;
const known = (more: object = {}): StatusResult => ({ kind: 'status', status: { ...status, ...more } });
const saying = (result: StatusResult): DataLink => ({
  act: () => Promise.resolve({ kind: 'unknown', cause: 'timeout' }),
  status: () => Promise.resolve(result),
});
const told = {
  externalId: 'x',
  about: { providerRef: '126', seriesRef: '126' },
  occurredAt: '2026-01-02T10:04:05.000Z',
};
const sale = (evidence: Readonly<Record<string, string>>): ProviderEvent => ({
  ...told,
  evidence,
  type: 'charge',
  outcome: { kind: 'succeeded', providerRef: '126', amountMinor: 999, currency: 'USD' },
});
const event = (type: string): ProviderEvent => ({ ...told, type, amountMinor: 999, currency: 'USD' }) as never;
const sent = { reference: 'r', state: { reservation: 'reserved' } };
const down: StatusResult = { kind: 'unknown', cause: 'timeout' };

describe("whether what a notice of CCBill's tells is so", () => {
  it.each([
    ['with its reservation, known to CCBill', 'reserved', 'fits', known(), 'confirmed'],
    ['with its reservation, while CCBill is down', 'reserved', 'none', down, 'plausible'],
    ['with its reservation and a wrong digest, while CCBill is down', 'reserved', 'differs', down, 'unknown'],
    ['that CCBill does not know', 'reserved', 'fits', { kind: 'absent' }, 'refuted'],
    ['with another reservation', 'other', 'fits', known(), 'refuted'],
    ['with none', '', 'fits', known(), 'refuted'],
  ] as const)('a sale %s', async (_which, reservation, digest, result, kind) => {
    expect(await confirmNotice(saying(result), sale({ reservation, digest }), sent)).toMatchObject({ kind });
  });

  const terms = { amountMinor: 1999, currency: 'USD', firstDays: 30, later: { minor: 1999, days: 30 } };
  const monthly = { initialPeriod: '30', recurringPeriod: '30', rebills: '99', subscriptionRecurringPrice: '19.99' };
  const onForm = (later: typeof terms.later | null = terms.later, way = 'form') => ({
    reference: 'r',
    state: { way, reservation: 'reserved', token: '', until: '2026-01-02T10:04:05.000Z', terms: { ...terms, later } },
  });

  it.each([
    ['as it was asked for', monthly, onForm(), 'confirmed', 'plausible'],
    ['that names no terms', {}, onForm(), 'confirmed', 'plausible'],
    ['for more days than asked', { ...monthly, initialPeriod: '301' }, onForm(), 'terms-differ', 'unknown'],
    ['renewed for less', { ...monthly, subscriptionRecurringPrice: '9.99' }, onForm(), 'terms-differ', 'unknown'],
    ['renewed in another rhythm', { ...monthly, recurringPeriod: '90' }, onForm(), 'terms-differ', 'unknown'],
    [
      'renewed until cancelled, however that is written',
      { ...monthly, rebills: '999' },
      onForm(),
      'confirmed',
      'plausible',
    ],
    ['whose days are written otherwise', { initialPeriod: '30 days' }, onForm(), 'confirmed', 'plausible'],
    ['whose later price is none', { subscriptionRecurringPrice: '' }, onForm(), 'confirmed', 'plausible'],
    ['never renewed', { recurringPeriod: '0', rebills: '0' }, onForm(), 'terms-differ', 'unknown'],
    ['renewed for nothing', { recurringPeriod: '30', rebills: '99' }, onForm(null), 'terms-differ', 'unknown'],
    ['single, for any days', { initialPeriod: '3', recurringPeriod: '0' }, onForm(null), 'confirmed', 'plausible'],
    ['by a token', { recurringPeriod: '0', rebills: '0' }, onForm(terms.later, 'token'), 'confirmed', 'plausible'],
  ] as const)('a sale %s', async (_which, named, charge, kind, whileDown) => {
    const told = sale({ reservation: 'reserved', digest: 'fits', ...named });
    expect(await confirmNotice(saying(known()), told, charge)).toEqual({ kind });
    expect(await confirmNotice(saying(down), told, charge)).toMatchObject({ kind: whileDown });
  });

  it('a sale of another subaccount of the account', async () => {
    const told = sale({ reservation: 'reserved', digest: 'fits', subAccount: 'other' });
    expect(await confirmNotice(saying(known()), told, sent)).toEqual({ kind: 'refuted' });
  });

  it('a sale of nobody', async () => {
    expect(await confirmNotice(saying(known()), sale({ reservation: 'reserved' }), null)).toEqual({ kind: 'refuted' });
  });

  it.each([
    ['series-renewed', { timesRebilled: 1 }],
    ['series-cancelled', { state: 'ending' }],
    ['series-expired', { state: 'inactive' }],
    ['returned-payment', { state: 'inactive' }],
    ['refund', { refunds: 1 }],
    ['void', { voids: 1 }],
    ['chargeback', { chargebacks: 1 }],
  ])('%s only where its status says so, and never while CCBill is down', async (type, more) => {
    expect(await confirmNotice(saying(known(more)), event(type), null)).toEqual({ kind: 'confirmed' });
    expect(await confirmNotice(saying(known()), event(type), null)).toEqual({ kind: 'refuted' });
    expect(await confirmNotice(saying(down), event(type), null)).toMatchObject({ kind: 'unknown' });
  });
});
