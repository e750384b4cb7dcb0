import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
const start = new Date('2026-01-31T10:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
const { at, tick, mailsTo } = membershipsOf(() => world);

/** What is written to a member whose renewal fails, as the site takes cards then. */
async function mailOf(number: string, entry: 'field' | 'hosted'): Promise<string> {
  world.clock.set(start);
  await changeSettings(world, { card_entry: 'field' });
  const fan = await world.member('luna', number);
  await changeSettings(world, { card_entry: entry });
  at('2026-02-28T10:00:01Z');
  await tick();
  return (await mailsTo(fan)).find(({ subject }) => subject === 'Your renewal failed')!.text;
}

describe('the mail about a renewal that failed', () => {
  it('leads to the cards where one can be added', async () => {
    for (const number of [card.noRenewal, card.stolenLater]) {
      const text = await mailOf(number, 'field');
      expect(text).toContain('enter your card again');
      expect(text).toMatch(/Update the card: \S+\/profile\/payment-method\s/);
    }
  });

  it("leads to the membership where cards are typed on the provider's page alone, as long as it is tried again", async () => {
    const text = await mailOf(card.noRenewal, 'hosted');
    expect(text).toContain('We could not renew your membership.');
    expect(text).toMatch(/See your membership: \S+\/profile\s/);
    expect(text).not.toMatch(/payment-method|enter your card/);
  });

  it('and to the price when it is not', async () => {
    const text = await mailOf(card.stolenLater, 'hosted');
    expect(text).toMatch(/Renew your membership: \S+\/subscribe\s/);
    expect(text).not.toMatch(/payment-method|enter your card/);
  });
});
