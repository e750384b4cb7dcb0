import { expect, it } from 'vitest';
import { openWaitingLine, type Waiter } from './waiting-line.ts';

const waiter = (): Waiter<string> => ({ give: () => undefined, refuse: () => undefined });
/** A line with these roles in it, in this order; each wants the slot of its first letter. */
function lineOf(...roles: string[]) {
  const line = openWaitingLine<string>(4);
  for (const role of roles) line.add(role, role[0]!, waiter());
  return line;
}
const none = (): number => 0;

it('takes turns between roles, however many of one wait', () => {
  const line = lineOf(...Array.from({ length: 50 }, () => 'many'), 'one', 'other');
  const served = Array.from({ length: 4 }, () => line.next('-', none, 8)?.role);
  expect(served).toEqual(['many', 'one', 'other', 'many']);
  expect(line.size).toBe(48);
});

it('serves whom least is lent to, and nobody who has as much as they may', () => {
  const line = lineOf('many', 'some', 'none');
  const busy = (role: string): number => ({ many: 3, some: 1 })[role] ?? 0;
  expect([1, 2, 3].map(() => line.next('-', busy, 3)?.role)).toEqual(['none', 'some', undefined]);
  expect(line.size).toBe(1);
});

it('gives a slot to the role that wants it most, but not before the same other for ever', () => {
  const line = lineOf('first', ...Array.from({ length: 9 }, () => 'second'));
  const served = Array.from({ length: 6 }, () => line.next('s', none, 8)?.role);
  expect(served.indexOf('first')).toBe(4);
});

it('lets nobody wait for ever behind those to whom less is lent', () => {
  const line = lineOf('some');
  const served: (string | undefined)[] = [];
  for (let n = 0; n < 6; n += 1) {
    line.add(`new ${n}`, 'n', waiter());
    served.push(line.next('-', (role) => (role === 'some' ? 1 : 0), 8)?.role);
  }
  expect(served).toEqual(['new 0', 'new 1', 'new 2', 'new 3', 'some', 'new 4']);
});

it('lets what works for all go first, for a quarter of the slots', () => {
  const line = openWaitingLine<string>(8, 'all');
  for (const role of ['one', 'two', 'all', 'all']) line.add(role, role[0]!, waiter());
  let ofAll = 1;
  const busy = (role: string): number => (role === 'all' ? ofAll : 0);
  const first = line.next('-', busy, 6)?.role;
  ofAll = 2;
  expect([first, line.next('-', busy, 6)?.role, line.next('-', busy, 6)?.role]).toEqual(['all', 'one', 'two']);
});

it('forgets who gave up, and all of them at its end', () => {
  const line = lineOf('stays');
  const gone = waiter();
  line.add('gone', 'g', gone);
  line.remove('gone', gone);
  line.remove('gone', gone);
  expect([line.size, line.next('g', none, 8)?.role, line.next('g', none, 8)]).toEqual([1, 'stays', null]);
  line.add('again', 'a', gone);
  expect([line.clear(), line.size]).toEqual([[gone], 0]);
});
