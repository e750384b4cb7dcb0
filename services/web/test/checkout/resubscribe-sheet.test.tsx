import { queryKeys } from '@backlot/contracts/bootstrap';
import type { MeView } from '@backlot/contracts/accounts';
import type { CardTaking } from '@backlot/contracts/cards';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { AddingFundsProvider } from '../../src/entities/wallet/adding-funds.ts';
import { OfferRibbon } from '../../src/features/checkout/resubscribe/offer-ribbon.tsx';
import { ResubscribeSheet } from '../../src/features/checkout/resubscribe/resubscribe-sheet.tsx';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));

const quote: MembershipQuote = {
  quote_id: 'a-quote',
  currency: 'USD',
  initial_amount: 9,
  recurring_amount: 9,
  original_initial_amount: 19.99,
  original_recurring_amount: 19.99,
  reason: 'resubscribe',
  coupon_code: null,
  promotion_id: null,
  first_period: { unit: 'month', count: 1 },
  is_free: false,
  first_charge_at: '2026-11-20T12:00:00.000Z',
  next_charge_at: '2026-12-20T12:00:00.000Z',
  wallet_next_charge_at: '2026-12-20T12:00:00.000Z',
  renewal_days: null,
  statement_descriptor: 'LUNA',
  merchant_name: 'Luna Ltd',
  opens_posts: 3,
};

const offerAt = (change: Partial<MembershipQuote>) => ({
  quote: { ...quote, ...change },
  offer_id: 'an-offer',
  for_subscribers_only: true,
  give_free_month_subscription: 0,
  recurring_price: 9,
  promo_banner_text: '',
});

interface Payer {
  readonly viewer: Partial<MeView>;
  readonly isWalletOn?: boolean;
  /** Where a card is typed; nobody has one on file then. Absent while that is not known. */
  readonly entry?: CardTaking['entry'];
}

async function shown(part: ReactNode, { viewer, isWalletOn = true, entry }: Payer): Promise<string> {
  const bootstrap = bootstrapOf({
    viewer: person({ role: 'user', ...viewer }),
    settings: { is_crypto_payment_enabled: isWalletOn },
  });
  const queries = makeQueryClient(bootstrap);
  if (entry !== undefined) {
    queries.setQueryData(queryKeys.cards(bootstrap.site.id), []);
    queries.setQueryData(queryKeys.cardEntry(bootstrap.site.id), { entry, keeps_cards: true });
  }
  const app = { bootstrap, texts: await loadTexts('en'), slots: {} as never, queries };
  return renderToStaticMarkup(
    <MemoryRouter>
      <Providers app={app}>
        <AddingFundsProvider value={{ ask: () => {} }}>{part}</AddingFundsProvider>
      </Providers>
    </MemoryRouter>,
  ).replaceAll('&#x27;', "'");
}

const sheet = (
  wallet: number,
  change: Partial<MembershipQuote> = {},
  usual: 'card' | 'crypto_currency' = 'crypto_currency',
  owed?: number,
): Promise<string> =>
  shown(<ResubscribeSheet offer={offerAt(change)} onClose={() => {}} />, {
    viewer: { default_payment_method: usual, wallet_amount: wallet, wallet_owed: owed },
  });

describe('the resubscribe offer, for who pays from the wallet', () => {
  it.each([9, 0])('SUB-19 says that an empty wallet needs funds first, with %i due today', async (due) => {
    const html = await sheet(0, { initial_amount: due });
    expect(html).toContain('Please Add Funds in wallet to subscribe.');
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>(?:<[^>]*>)*Add funds/);
  });

  it('SUB-19 asks for what is missing, and pays where nothing is', async () => {
    const short = await sheet(5);
    expect(short).toContain('Add funds');
    expect(short).not.toContain('Please Add Funds in wallet');
    expect(await sheet(20)).toMatch(/<button[^>]*type="submit"[^>]*>(?:<[^>]*>)*Pay \$9\.00/);
  });

  it('says that what is owed is paid first, and asks for it as well', async () => {
    const text = 'You owe $20.00, and what you add pays for it first. Add at least $29.00 to pay with it.';
    expect(await sheet(0, {}, 'crypto_currency', 20)).toContain(text);
    expect(await sheet(0, {}, 'crypto_currency', 0)).toContain('$0.00 is in it. Add at least $9.00 to pay with it.');
    // Of a server of the version before.
    expect(await sheet(0)).toContain('Add at least $9.00');
  });

  it('C9 speaks of a bank’s statement only where a card pays', async () => {
    const statement = 'It appears on your statement as LUNA.';
    expect(await sheet(20)).not.toContain(statement);
    expect(await sheet(20, {}, 'card')).toContain(statement);
  });

  it('asks nothing of the wallet for what is free', async () => {
    expect(await sheet(0, { is_free: true, initial_amount: 0, recurring_amount: 0 })).not.toContain('Add funds');
  });
});

describe('the resubscribe offer, for a member who has cancelled', () => {
  const cancelled = { ccbillSubscriptionStatus: '1', wallet_amount: 20 } as const;
  const dueLater = { initial_amount: 0 };
  const sheetOf = (payer: Payer) =>
    shown(<ResubscribeSheet offer={offerAt(dueLater)} onClose={() => {}} />, { ...payer, isWalletOn: true });

  it('is paid from the wallet alone where no card can be typed for it', async () => {
    const html = await sheetOf({ viewer: cancelled, entry: 'hosted' });
    expect(html.match(/type="radio"/g)).toHaveLength(1);
    expect(html).toContain('Later payments come from your wallet too.');
    expect(html).not.toContain('secure page');
  });

  it('leaves the choice to whoever is a member no more, since the page opens for the first payment', async () => {
    const html = await shown(<ResubscribeSheet offer={offerAt({})} onClose={() => {}} />, {
      viewer: { ...cancelled, ccbillSubscriptionStatus: '0' },
      entry: 'hosted',
    });
    expect(html.match(/type="radio"/g)).toHaveLength(2);
    expect(html).toContain('secure page');
  });

  it.each([
    ['1', false, 'button'],
    ['1', true, 'button'],
    ['0', false, 'a'],
    ['0', true, 'button'],
  ] as const)('SUB-16 of status %s, for former members alone %s: its ribbon has a %s', async (status, isOnly, tag) => {
    const offer = { ...offerAt(dueLater), for_subscribers_only: isOnly };
    const html = await shown(<OfferRibbon offer={offer} onAsk={() => {}} />, {
      viewer: { ccbillSubscriptionStatus: status },
    });
    expect(/<(a|button)[^>]*class="ribbon-button"/.exec(html)?.[1]).toBe(tag);
  });
});
