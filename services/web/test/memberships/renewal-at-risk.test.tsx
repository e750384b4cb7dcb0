import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { RenewalAtRiskDialog } from '../../src/features/memberships/rebill/renewal-at-risk-dialog.tsx';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

it.each(['card-expires', 'no-card', 'wallet-low'] as const)(
  'C16 a renewal at risk (%s) names the next charge and leads to cancelling it',
  async (reason) => {
    const risk = { reason, date: '2026-12-21T12:00:00.000Z', amount: 14, last4: '4242' };
    const me = person({ rebill_notification: risk });
    const bootstrap = bootstrapOf({ path: '/home', viewer: me });
    const queries = makeQueryClient(bootstrap);
    const html = renderToStaticMarkup(
      <MemoryRouter initialEntries={['/home']}>
        <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>
          <RenewalAtRiskDialog me={me} risk={risk} />
        </Providers>
      </MemoryRouter>,
    );
    expect(html).toContain('$14.00');
    expect(html).toMatch(/href="\/profile\/cancel-subscription"[^>]*>(<span[^>]*>)?Cancel membership/);
  },
);
