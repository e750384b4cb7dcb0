import { expect, it } from 'vitest';
import { openRegister, staleMs } from './register.ts';

/** A register at a clock that stands where it is put. */
function registerAt() {
  const clock = { now: 1_000_000 };
  const register = openRegister(0, () => clock.now);
  /** A change that was made at a moment. */
  const change = (at: number): void => {
    clock.now = at;
    register.end(register.begin()!, 'committed');
  };
  return { clock, register, change };
}

it('for a second after a commit the value before may be shown, and afterwards only the new one', () => {
  const { register, change } = registerAt();
  change(1_000_000);
  expect(register.possible(1_000_000 + staleMs - 1)).toEqual([0, 1]);
  expect(register.possible(1_000_000 + staleMs)).toEqual([1]);
});

it('a change on its way may be shown before anybody was told that it is made', () => {
  const { register, change } = registerAt();
  change(1_000_000);
  register.begin();
  expect(register.possible(1_005_000)).toEqual([1, 2]);
});

it('a change that was refused is never shown', () => {
  const { register } = registerAt();
  register.end(register.begin()!, 'refused');
  expect(register.possible(1_005_000)).toEqual([0]);
  expect(register.begin()).toBe(1);
});

it('while nobody knows whether a change is made, no other is, and both values may be shown', () => {
  const { clock, register } = registerAt();
  register.end(register.begin()!, 'unknown');
  expect(register.begin()).toBeNull();
  expect(register.possible(clock.now + 60_000)).toEqual([0, 1]);
  clock.now += 60_000;
  expect(register.begin()).toBe(2);
});
