import { expect, it } from 'vitest';
import { withdrawalEndsAt } from './withdrawal.ts';

it.each([
  ['to the end of the fourteenth day after', '2026-03-10T12:00:00Z', 'UTC', '2026-03-25T00:00:00.000Z'],
  ['however late that day it was concluded', '2026-03-10T23:59:59.999Z', 'UTC', '2026-03-25T00:00:00.000Z'],
  ['on the clock of the site', '2026-03-10T23:30:00Z', 'Europe/Berlin', '2026-03-25T23:00:00.000Z'],
  ['over the change of clocks', '2026-03-17T12:00:00Z', 'Europe/Berlin', '2026-03-31T22:00:00.000Z'],
  ['from a Saturday to the Monday after', '2026-03-14T12:00:00Z', 'UTC', '2026-03-31T00:00:00.000Z'],
  ['from a Sunday to the Monday after', '2026-03-15T12:00:00Z', 'UTC', '2026-03-31T00:00:00.000Z'],
  ['from a Friday on that Friday', '2026-03-13T12:00:00Z', 'UTC', '2026-03-28T00:00:00.000Z'],
])('C15 one may withdraw %s', (_, concluded, zone, end) => {
  expect(withdrawalEndsAt(new Date(concluded), zone)?.toISOString()).toBe(end);
});
