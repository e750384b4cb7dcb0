import type { MeView } from '@backlot/contracts/accounts';
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
const cancelled = (isFinal: boolean): Promise<readonly string[]> =>
  shownTo({ ccbillSubscriptionStatus: '1', cancellation_final: isFinal });

async function shownTo(membership: Partial<MeView>): Promise<readonly string[]> {
  const me = person({ role: 'user', expiration_date: '2026-12-27T12:00:00.000Z', ...membership });
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

  it('is offered no way back where it has ended for good, and is told so', async () => {
    for (const html of await cancelled(true)) {
      expect(html).not.toContain('Keep it after all');
      expect(html).toContain('This membership has ended for good.');
    }
  });
});

describe('somebody who is about to cancel', () => {
  const asked = async (membership: Partial<MeView>) =>
    (await shownTo({ ccbillSubscriptionStatus: '2', next_billing_date: null, ...membership }))[0];

  it('is told that nothing more is charged, where something was', async () => {
    expect(await asked({})).toContain('and are not charged again');
    const renewed = { has_complimentary_subscription: true, next_billing_date: '2026-12-27T12:00:00.000Z' };
    expect(await asked(renewed)).toContain('and are not charged again');
  });

  it.each([
    ['its provider ends it for good', { cancellation_final: true }, true],
    ['its renewal failed', { isRebillFailed: true }, true],
    ['it can be kept after all', {}, false],
  ] as const)('is told beforehand whether that can be undone: %s', async (_, membership, is) => {
    expect((await asked(membership))?.includes('This can’t be undone.')).toBe(is);
  });

  it('is told no such thing of a membership that was given', async () => {
    const html = await asked({ has_complimentary_subscription: true });
    expect(html).toContain('You keep access until');
    expect(html).not.toContain('charged again');
  });
});
