import { recordStatements } from '@backlot/database/testing/statements';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { cheapMonth, endPromotions, halfOff, promote } from '../../src/testing/promoting.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => world.close());

/** Minor units of one of the provider's charges. */
const chargedBy = async (id: string): Promise<number | undefined> =>
  (await world.twin.control.charges()).find((charge) => charge.id === id)?.amount;

describe('the price that is shown is the price that is charged', () => {
  it('SUB-08 for a membership under any promotion, for all that a fan may see of it', async () => {
    const cents = fc.integer({ min: 0, max: 1998 }).map((minor) => minor / 100);
    await fc.assert(
      fc.asyncProperty(cents, cents, fc.integer({ min: 1, max: 30 }), async (initial, recurring, period) => {
        await promote(world, {
          ...cheapMonth,
          subscription_initial_amount: initial,
          subscription_recurring_amount: recurring,
          initial_period: period,
        });
        const fan = await world.fresh();
        const { data: quote } = (await world.call('GET /api/v2/subscription/quote', { as: fan })).body;
        const { data: offer } = (await world.call('GET /api/offer/check-offer', { as: fan })).body;
        expect([quote.initial_amount, quote.recurring_amount]).toEqual([
          offer.subscription_initial_amount,
          offer.subscription_recurring_amount,
        ]);
        const { body } = await world.subscribe(fan);
        expect(body.data).toMatchObject({ state: 'succeeded', amount: quote.initial_amount });
        if (body.data.transactionId !== null)
          expect(await chargedBy(body.data.transactionId)).toBe(Math.round(quote.initial_amount * 100));
      }),
      { numRuns: 8 },
    );
    await endPromotions(world);
  });

  it('PROMO-35 for a post of any price under any discount, in the feed and on its own page', async () => {
    const member = await world.member();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 500, max: 4_500 }),
        fc.integer({ min: 10, max: 80 }),
        async (amountMinor, percent) => {
          await promote(world, { ...halfOff, discount_percentage: percent });
          const id = await world.post('luna', amountMinor);
          const page = (await world.call('GET /api/blog/get-blog-data-by-id', { as: member, query: { id } })).body.data;
          const { blogs } = (await world.call('GET /api/blogs', { as: member })).body;
          const { quote } = blogs.find(({ _id }: { _id: string }) => _id === id);
          expect(page.quote).toEqual(quote);
          expect(quote.amount).toBeLessThanOrEqual(quote.original_amount);
          const { body } = await world.call('POST /api/v2/purchase/post-purchase', {
            as: member,
            body: {
              blogId: id,
              amount: quote.amount,
              promotion_id: quote.promotion_id ?? '',
              is_promotion_applied: quote.promotion_id !== null,
            },
          });
          expect(body.data).toMatchObject({ state: 'succeeded', amount: quote.amount });
          expect(await chargedBy(body.data.transactionId)).toBe(Math.round(quote.amount * 100));
        },
      ),
      { numRuns: 8 },
    );
    await endPromotions(world);
  });
});

describe('what a promotion costs a page of the feed', () => {
  it('is no statement, for members and guests', async () => {
    const member = await world.member();
    await world.post('luna', 1500);
    await promote(world, halfOff);
    const ofFeed = async (as: TestPerson | null): Promise<readonly string[]> => {
      const read = () => world.call('GET /api/blogs', as ? { as } : { on: 'luna' });
      await read();
      // What guests were answered is believed for half a second.
      world.clock.advance(1_000);
      const recording = recordStatements();
      await read();
      return recording.stop().map(({ text }) => text);
    };
    for (const as of [member, null]) {
      const statements = await ofFeed(as);
      expect(statements.length).toBeGreaterThan(0);
      expect(statements.filter((statement) => statement.includes('promotion'))).toEqual([]);
    }
    await endPromotions(world);
  });
});
