import type { WalletLine, WalletStatement } from '@backlot/contracts/wallet';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { Page } from '../../src/features/wallet/wallet-page.tsx';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));

async function page(sold: WalletLine['sold'], more: Partial<WalletStatement> = {}): Promise<string> {
  const bootstrap = bootstrapOf({ viewer: person({ role: 'user' }) });
  const queries = makeQueryClient(bootstrap);
  const line: WalletLine = {
    _id: '0198c5d2-0000-7000-8000-000000000001',
    kind: 'spent',
    date: '2026-03-10T12:00:00.000Z',
    amount: -14,
    owed: 0,
    sold,
    title: null,
    content_id: null,
    intent_id: null,
  };
  const first = { balance: 6, owed: 0, currency: 'USD', lines: [line], next: null, ...more };
  queries.setQueryData([bootstrap.site.id, 'wallet'], { pages: [first], pageParams: [null] });
  return renderToStaticMarkup(
    <MemoryRouter>
      <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>
        <Page />
      </Providers>
    </MemoryRouter>,
  );
}

it.each([
  ['membership', 'Membership'],
  ['renewal', 'Membership'],
  ['migration', 'Membership'],
  [null, 'Paid'],
])('the wallet says what a payment for %s was for', async (sold, text) => {
  expect(/<span class="wallet-what"><b[^>]*>([^<]*)/.exec(await page(sold))?.[1]).toBe(text);
});

it('the wallet tells of currencies that the site had before', async () => {
  const html = await page(null, { others: [{ currency: 'EUR', balance: 0, owed: 12.34 }] });
  for (const part of ['In EUR, from before this site changed its currency', '€0.00', 'You owe €12.34:'])
    expect(html).toContain(part);
  expect(await page(null)).not.toContain('changed its currency');
});
