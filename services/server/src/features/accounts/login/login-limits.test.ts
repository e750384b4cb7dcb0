import { expect, it } from 'vitest';
import { demandOf } from '../../../tries/allowance.ts';
import { limits } from './login-limits.ts';

const { account } = limits.login;

it.each([
  [0, null],
  [4, null],
  [4.001, { waitSeconds: 0, bits: 12 }],
  [5, { waitSeconds: 0, bits: 12 }],
  [7, { waitSeconds: 1, bits: 12 }],
  [10, { waitSeconds: 2, bits: 13 }],
  [20, { waitSeconds: 7, bits: 15 }],
  [35, { waitSeconds: 15, bits: 16 }],
  [60, { waitSeconds: 15, bits: 16 }],
])('after %d wrong tries an account meets %j', (tries, demand) => {
  expect(demandOf(tries, account)).toEqual(demand);
});

it('the delay only grows, and never keeps an owner longer than 15 s', () => {
  const waits = Array.from({ length: 200 }, (_, tries) => demandOf(tries, account)?.waitSeconds ?? 0);
  expect(waits).toEqual([...waits].sort((one, other) => one - other));
  expect(Math.max(...waits)).toBe(15);
});
