import { dayMs } from '@backlot/domain/formats/when';
import { expect, it } from 'vitest';
import { checkAccess } from './check-access.ts';
import { emptyModel, membership, type Charge, type Fan } from './model.ts';
import type { Provider } from './providers.ts';
import type { Records } from './read-records.ts';
import type { Simulation } from './simulation.ts';

const now = new Date('2026-12-01T00:00:00Z').getTime();
const daysAgo = (days: number): number => now - days * dayMs;

const provider = {
  name: 'sticky_io',
  site: 'mars',
  reportsReversals: false,
  takenOf: () => 900,
  refundedOf: () => 0,
  seriesOf: () => null,
} as unknown as Provider;
const told = { initialMinor: 900, recurringMinor: 1500, nextAt: daysAgo(50), lastsMs: 30 * dayMs, reason: 'promotion' };

/** What is said of a fan who is a member, and whose one payment is `at`, in the books from `booked` on; all in days before now. */
async function toldOf(at: number, booked: number, accepted: number | null = null): Promise<readonly string[]> {
  const fan = { site: 'mars', person: { id: 'fan' }, gifts: [], fromWallet: new Map() } as unknown as Fan;
  const model = emptyModel();
  model.fans.push(fan);
  const charge = { provider, reference: 'paid', fan, bought: membership, by: 'fan', at: daysAgo(at), event: 1, told };
  const acceptedAt = accepted === null ? null : daysAgo(accepted);
  model.charges.set('paid', { ...charge, acceptedAt } as unknown as Charge);
  const simulation = {
    model,
    violations: [],
    harness: {
      world: { clock: { now: () => new Date(now) } },
      call: async () => ({ status: 200, code: null, data: { ccbillSubscriptionStatus: '2' } }),
    },
  } as unknown as Simulation;
  const time = { userId: 'fan', transactionId: 'sale', isCut: false };
  const records = {
    payments: [{ reference: 'paid', transactionId: 'sale', bookedAt: new Date(daysAgo(booked)) }],
    periods: [{ ...time, startsAt: new Date(daysAgo(booked)), endsAt: new Date(daysAgo(booked - 30)) }],
    entitlements: [],
    items: [],
    refs: new Map(),
  } as unknown as Records;
  await checkAccess(simulation, 'mars', records);
  return simulation.violations.map(({ invariant, text }) => `${invariant}: ${text}`);
}

const forNothing = ['unpaid unlock: is a member (2) and paid nothing for 70 days'];

it('who paid long ago and is a member is noticed; where the product learned of it late, the time counts from then', async () => {
  expect(await toldOf(69, 69)).toEqual([]);
  expect(await toldOf(71, 71)).toEqual(forNothing);
  expect(await toldOf(120, 25)).toEqual([]);
  expect(await toldOf(120, 71)).toEqual(forNothing);
});

it('of another amount the time counts from when staff said what it was for', async () => {
  expect(await toldOf(90, 90, 20)).toEqual([]);
  expect(await toldOf(120, 120, 80)).toEqual(forNothing);
});
