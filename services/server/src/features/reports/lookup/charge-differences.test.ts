import type { ViewedCharge } from '@backlot/payments';
import { describe, expect, it } from 'vitest';
import { differencesOf, type OwnCharge } from './charge-differences.ts';

const ours: OwnCharge = {
  reference: 'ours',
  state: 'succeeded',
  takenMinor: 900,
  takenCurrency: 'USD',
  refundedMinor: 0,
  chargedBackMinor: 0,
  last4: '4242',
};
const theirs: ViewedCharge = {
  isAccounts: true,
  kind: 'viewed',
  providerRef: '10081',
  reference: 'ours',
  state: 'taken',
  amountMinor: 900,
  currency: 'USD',
  refundedMinor: 0,
  chargedBackMinor: 0,
  declineReason: '',
  isTest: false,
  last4: '4242',
};
const nothing = { takenMinor: null, takenCurrency: null };

describe('in what a payment and the charge at the provider differ', () => {
  it.each<[string, Partial<OwnCharge> | null, Partial<ViewedCharge> | null, readonly string[]]>([
    ['nothing', {}, {}, []],
    ['nothing where neither knows it', null, null, []],
    ['it is not known here', null, {}, ['unknown_here']],
    ['it is not known there', {}, null, ['unknown_there']],
    ['it names another payment', {}, { reference: 'other' }, ['reference']],
    ['nothing where it names none', {}, { reference: null }, []],
    ['the amount', {}, { amountMinor: 901 }, ['amount']],
    ['the currency', {}, { currency: 'EUR' }, ['amount']],
    ['a refund that we do not know of', {}, { refundedMinor: 300 }, ['refunded']],
    ['a chargeback that we do not know of', {}, { chargedBackMinor: 900 }, ['charged_back']],
    ['the card', {}, { last4: '1111' }, ['card']],
    ['nothing where no card is shown', {}, { last4: null }, []],
    ['it is taken here and declined there', {}, { state: 'declined' }, ['state']],
    ['it is taken there and declined here', { ...nothing, state: 'declined' }, {}, ['state']],
    ['nothing where both declined it', { ...nothing, state: 'declined' }, { state: 'declined' }, []],
    ['nothing where both wait', { ...nothing, state: 'pending' }, { state: 'waiting' }, []],
    ['it waits here and is over there', { ...nothing, state: 'pending' }, { state: 'declined' }, ['state']],
    [
      'nothing where it was undone and refunded whole',
      { refundedMinor: 900 },
      { state: 'undone', refundedMinor: 900 },
      [],
    ],
    ['it was undone there and we know of no refund', {}, { state: 'undone', refundedMinor: 900 }, ['refunded']],
  ])('%s', (_, own, told, expected) => {
    expect(differencesOf(own && { ...ours, ...own }, told && { ...theirs, ...told })).toEqual(expected);
  });
});
