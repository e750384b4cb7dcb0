import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { MembershipPanel } from '../../src/features/accounts/membership-panel.tsx';
import { Page as CancelPage } from '../../src/features/memberships/cancel-page.tsx';
import { loadTexts, withAccountTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
beforeAll(() => withAccountTexts(Promise.resolve()));

/** What somebody sees who has cancelled, on the page of cancelling and in the profile. */
async function cancelled(isFinal: boolean): Promise<readonly string[]> {
  const me = person({
    role: 'user',
    ccbillSubscriptionStatus: '1',
    expiration_date: '2026-12-27T12:00:00.000Z',
    cancellation_final: isFinal,
  });
  const bootstrap = bootstrapOf({ viewer: me });
  const app = { bootstrap, texts: await loadTexts('en'), slots: {} as never, queries: makeQueryClient(bootstrap) };
  return [<CancelPage key="page" />, <MembershipPanel key="panel" me={me} />].map((shown) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <Providers app={app}>{shown}</Providers>
      </MemoryRouter>,
    ),
  );
}

describe('somebody who has cancelled', () => {
  it('may keep the membership', async () => {
    for (const html of await cancelled(false)) {
      expect(html).toContain('Keep it after all');
      expect(html).not.toContain('for good');
    }
  });

  it('is offered no way back where the provider has ended it for good, and is told so', async () => {
    for (const html of await cancelled(true)) {
      expect(html).not.toContain('Keep it after all');
      expect(html).toContain('The payment provider has ended this membership for good.');
    }
  });
});
