import { queryKeys } from '@backlot/contracts/bootstrap';
import { expect, it, vi } from 'vitest';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');

const shownTo = async (isRetried: boolean): Promise<string> => {
  const viewer = person({
    subscription_detail: {
      created_at: '2026-11-21T12:00:00.000Z',
      recurring_price: 14,
      is_rebill_failed: isRetried,
      rebill_decline_reason: null,
      retries_with_card: isRetried,
    },
  });
  const queries = [{ key: queryKeys.cardEntry('abcdefghijkl'), data: { entry: 'field', keeps_cards: true } }];
  return (await render(bootstrapOf({ path: '/profile/add-new-payment-method', viewer, queries }))).html;
};

it('a fan whose renewal failed is told what is charged at once when a card is added, and not that nothing is', async () => {
  const [failed, good] = [await shownTo(true), await shownTo(false)];
  expect(failed).toContain('Add or choose another card and we charge $14.00 to it at once.');
  expect(failed).not.toContain('Nothing is charged now.');
  expect(good).toContain('Nothing is charged now.');
});
