import { queryKeys } from '@backlot/contracts/bootstrap';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { MembershipPanel } from '../../src/features/accounts/membership-panel.tsx';
import { loadTexts, withAccountTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

beforeAll(() => withAccountTexts(Promise.resolve()));

/** What a member reads in the profile who has no card on file, on a site whose cards are typed on its own page. */
async function shownTo({ isRenewedByProvider }: { readonly isRenewedByProvider: boolean }): Promise<string> {
  const me = person({
    ccbillSubscriptionStatus: '2',
    next_billing_date: '2026-12-21T12:00:00.000Z',
    // Says nothing of cards.
    cancellation_final: !isRenewedByProvider,
    renews_at_provider: isRenewedByProvider,
    subscription_detail: {
      created_at: '2026-11-21T12:00:00.000Z',
      recurring_price: 14,
      is_rebill_failed: false,
      rebill_decline_reason: null,
      retries_with_card: false,
    },
  });
  const bootstrap = bootstrapOf({ path: '/profile', viewer: me });
  const queries = makeQueryClient(bootstrap);
  queries.setQueryData(queryKeys.cards(bootstrap.site.id), []);
  queries.setQueryData(queryKeys.cardEntry(bootstrap.site.id), { entry: 'field', keeps_cards: true });
  return renderToStaticMarkup(
    <MemoryRouter>
      <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>
        <MembershipPanel me={me} />
      </Providers>
    </MemoryRouter>,
  );
}

it('a member whom we charge is told that no card is there for it, and one whom the second provider charges is not', async () => {
  expect(await shownTo({ isRenewedByProvider: false })).toContain('There is no card on file for the next renewal.');
  const atProvider = await shownTo({ isRenewedByProvider: true });
  expect(atProvider).toContain('Active. Renews on Dec 21, 2026 for $14.00.');
  expect(atProvider).not.toContain('no card on file');
});
