import { expect, it } from 'vitest';
import { payableAfter } from './payable.ts';

const none = { fees: 0, reserve_held: 0, reserve_released: 0 };

it.each([
  ['all of it', 100.1, none, 100.1],
  [
    'less its fees and what it holds back, and what it held before',
    100,
    { fees: 10.05, reserve_held: 5, reserve_released: 2.5 },
    87.45,
  ],
  [
    'less the platform’s share, tax and what is held for disputes, and what came back of that',
    100,
    { ...none, platform_share: 20.1, tax_withheld: 3, dispute_held: 10, dispute_released: 4.5 },
    71.4,
  ],
  ['less what exchange lost', 100, { ...none, exchange: -0.35 }, 99.65],
  ['and what exchange gained', 100, { ...none, exchange: 0.35 }, 100.35],
  ['nothing where the fees are more', 5, { ...none, fees: 9.99 }, 0],
  ['nothing where it is owed itself', -5, none, 0],
  ['what is released, where it is owed less itself', -5, { ...none, reserve_released: 7 }, 2],
  ['what it was where a figure is none yet', 20, { ...none, fees: Number.NaN }, 20],
] as const)('a provider can pay out %s', (_, owed, kept, payable) => {
  expect(payableAfter(owed, kept)).toBe(payable);
});
