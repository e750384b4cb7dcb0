import type { TenantDb } from '@backlot/database';
import type { Instrument } from '@backlot/payments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepCard } from '../../src/features/checkout/cards/instrument-rows.ts';
import type { InstrumentRow } from '../../src/features/checkout/tables.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const write = <R>(work: (db: TenantDb) => Promise<R>): Promise<R> =>
  world.database.tenants.write(world.tenants.luna, work);
const cardsOf = (fan: TestPerson): Promise<InstrumentRow[]> =>
  write(async (db) => db('payment_instruments').where({ user_id: fan.id }).orderBy('id'));
const removedAt = new Date('2026-03-11T00:00:00Z');
const chargedAt = new Date('2026-03-12T00:00:00Z');

/** As a charge of it is settled that the provider told a later expiry with. Answers its id. */
const charge = (fan: TestPerson, card: InstrumentRow): Promise<string> =>
  write((db) =>
    keepCard(db, {
      userId: fan.id,
      account: { id: card.account_id, provider: card.provider },
      instrument: {
        id: card.provider_instrument,
        brand: card.brand as Instrument['brand'],
        last4: card.last4,
        expMonth: card.exp_month,
        expYear: card.exp_year + 1,
      },
      makesPrimary: false,
      consent: null,
      keptAt: 'checkout',
      now: chargedAt,
    }),
  );

it.each([
  ['is noted with what the provider says of it', {}, { is_primary: true, last_used_at: chargedAt, exp_year: 2031 }],
  [
    'becomes the primary one where there is none',
    { is_primary: false },
    { is_primary: true, last_used_at: chargedAt, exp_year: 2031 },
  ],
  [
    'stays removed when it was meanwhile',
    { is_primary: false, removed_at: removedAt },
    { is_primary: false, removed_at: removedAt, exp_year: 2030 },
  ],
  [
    'stays barred when it was meanwhile',
    { is_primary: false, removed_at: removedAt, barred_at: removedAt },
    { removed_at: removedAt, barred_at: removedAt, exp_year: 2030 },
  ],
])('a card on file that was charged %s', async (_, changed, expected) => {
  const fan = await world.member();
  await write((db) =>
    db('payment_instruments')
      .where({ user_id: fan.id })
      .update({ exp_year: 2030, ...changed }),
  );
  const [card] = await cardsOf(fan);
  expect(await charge(fan, card!)).toBe(card!.id);
  expect(await cardsOf(fan)).toMatchObject([{ id: card!.id, ...expected }]);
});

it('a card on file that was charged leaves another one the primary', async () => {
  const fan = await world.member();
  const body = { card: await world.cardOf('5555555555554444') };
  expect((await world.call('POST /api/user/change-payment-method', { as: fan, body })).status).toBe(200);
  const visa = (await cardsOf(fan)).find((card) => card.last4 === '4242')!;
  expect(await charge(fan, visa)).toBe(visa.id);
  expect((await cardsOf(fan)).map(({ last4, is_primary: isPrimary }) => [last4, isPrimary])).toEqual([
    ['4242', false],
    ['4444', true],
  ]);
});
