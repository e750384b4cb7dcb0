import type { WalletLine } from '@backlot/contracts/wallet';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { Page } from '../../src/features/wallet/wallet-page.tsx';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));

async function history(sold: WalletLine['sold']): Promise<string> {
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
  const first = { balance: 6, owed: 0, currency: 'USD', lines: [line], next: null };
  queries.setQueryData([bootstrap.site.id, 'wallet'], { pages: [first], pageParams: [null] });
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>
        <Page />
      </Providers>
    </MemoryRouter>,
  );
  return /<span class="wallet-what"><b[^>]*>([^<]*)/.exec(html)?.[1] ?? '';
}

it.each([
  ['membership', 'Membership'],
  ['renewal', 'Membership'],
  ['migration', 'Membership'],
  [null, 'Paid'],
])('the wallet says what a payment for %s was for', async (sold, text) => {
  expect(await history(sold)).toBe(text);
});
