import { queryKeys } from '@backlot/contracts/bootstrap';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../src/lib/paths.ts';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { studioEntries } from '../../src/app/studio-features.ts';
import { Badge } from '../../src/components/badge.tsx';
import { FormError } from '../../src/components/form-error.tsx';
import type { Toast } from '../../src/components/toasts.tsx';
import { ResetQuestion } from '../../src/features/accounts/reset-password-page.tsx';
import { PaymentProblem } from '../../src/features/checkout/payment-problem.tsx';
import { useCancelMembership } from '../../src/features/memberships/cancel-membership.ts';
import { countThisVisit } from '../../src/features/announcements/install-prompt.ts';
import { feedCall } from '../../src/features/posts/feed/feed-query.ts';
import { ScreenFailed } from '../../src/components/site/states.tsx';
import { ApiError, configureApi } from '../../src/lib/api.ts';
import { StudioEntriesProvider, useStudioMenu } from '../../src/lib/studio-menu.ts';
import { paidMedia } from '../../src/lib/media/paid-media.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { useCopy } from '../../src/components/use-copy.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
// What a toast looks like needs a document; which one is shown does not.
const toasts: Toast[] = [];
vi.mock('../../src/components/toasts.tsx', async (original) => ({
  ...(await original<object>()),
  useToast: () => (toast: Toast) => {
    toasts.push(toast);
  },
}));
afterEach(() => {
  vi.unstubAllGlobals();
});

const member = bootstrapOf({ viewer: person({ ccbillSubscriptionStatus: '2' }) });
const queries = makeQueryClient(member);
async function draw(element: ReactNode, bootstrap = member): Promise<string> {
  const app = {
    bootstrap,
    texts: await loadTexts('en'),
    slots: {} as never,
    queries: bootstrap === member ? queries : makeQueryClient(bootstrap),
  };
  return renderToStaticMarkup(
    <MemoryRouter>
      <Providers app={app}>
        <StudioEntriesProvider value={studioEntries}>{element}</StudioEntriesProvider>
      </Providers>
    </MemoryRouter>,
  )
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'");
}
/** What a hook gives, in the surroundings of a page. */
async function take<T>(hook: () => T, bootstrap = member): Promise<T> {
  let taken: { value: T } | undefined;
  const Probe = () => {
    taken = { value: hook() };
    return null;
  };
  await draw(<Probe />, bootstrap);
  if (!taken) throw new Error('Nothing was drawn.');
  return taken.value;
}

describe('a refusal', () => {
  it("GEN-06 is told in the answer's own words, or in ours where it has none", async () => {
    expect(
      await draw(<FormError error={new ApiError(400, { code: 'like-refused', message: 'Not this one.' })} />),
    ).toContain('Not this one.');
    expect(await draw(<FormError error={new ApiError(400, { code: 'like-refused' })} />)).toContain(
      'Something went wrong',
    );
  });
  it('GEN-09 ERR_10001 has its message, the code and the way to Contact Us', async () => {
    const html = await draw(
      <PaymentProblem error={new ApiError(409, { code: 'ERR_10001', message: 'This card cannot be used here.' })} />,
    );
    expect(html).toMatch(/This card cannot be used here\..*ERR_10001.*<a[^>]*href="\/contact-us"/);
    expect(await draw(<PaymentProblem error={new ApiError(409, { code: 'payment-failed' })} />)).not.toContain(
      '/contact-us',
    );
  });
  it('GEN-10 of a dialog without a message is "Invalid request."', async () => {
    expect(await draw(<PaymentProblem error={new ApiError(400, { code: 'quote-expired' })} />)).toContain(
      'Invalid request.',
    );
  });
  it("WAL-29 of a wallet's purchase is told in the answer's words, else as a failed payment", async () => {
    const told = (message?: string) =>
      draw(
        <PaymentProblem
          isFromWallet
          error={new ApiError(409, { code: 'wallet-low', ...(message ? { message } : {}) })}
        />,
      );
    expect(await told('Please add funds.')).toContain('Please add funds.');
    expect(await told()).toContain('Payment failed.');
  });
  it.each([
    ['a refused call', new ApiError(409, { code: 'x', message: 'No.' })],
    ['one without words', new ApiError(500, { code: 'x' })],
    ['a broken line', new ApiError(0, { code: 'network' })],
    ['a broken script', new TypeError('undefined is not a function')],
    ['nothing known', 'odd'],
  ])('GEN-11 %s is told in a form, at a payment and on a screen', async (_, error) => {
    for (const html of [
      await draw(<FormError error={error} />),
      await draw(<PaymentProblem error={error} />),
      await draw(<ScreenFailed error={error} onRetry={() => {}} />),
    ]) {
      expect(html.replace(/<[^>]*>/g, '').trim().length).toBeGreaterThan(2);
    }
  });
});

describe('what a page tells in passing', () => {
  it('GEN-16 a copied text is told for two seconds', async () => {
    const written: string[] = [];
    vi.stubGlobal('navigator', {
      clipboard: {
        writeText: async (text: string) => {
          written.push(text);
        },
      },
    });
    (await take(useCopy))('http://luna.test');
    await expect.poll(() => toasts).toHaveLength(1);
    expect([written, toasts[0]?.stays]).toEqual([['http://luna.test'], 2000]);
  });
  it('a browser without a clipboard, as over plain http, says that nothing was copied', async () => {
    vi.stubGlobal('navigator', {});
    (await take(useCopy))('http://luna.test');
    await expect.poll(() => toasts.at(-1)).toMatchObject({ tone: 'bad' });
  });
  it.each([
    [0, null],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [4000, '99+'],
  ])('NOTIF-05 %d unread has the badge %s', async (count, shown) => {
    const html = await draw(<Badge count={count} label="unread" />);
    expect(/aria-hidden="true">([^<]*)</.exec(html)?.[1] ?? null).toBe(shown);
  });
});

it('ACC-24 a chosen password is asked about before it is set', async () => {
  const question = (chosen: { password: string } | null) =>
    draw(<ResetQuestion chosen={chosen} onCancel={() => {}} onConfirm={() => {}} />);
  expect(await question(null)).not.toContain('<dialog');
  expect(await question({ password: 'a-quiet-river-77' })).toMatch(
    /<dialog[\s\S]*Are you sure you want to reset your password\?[\s\S]*Cancel[\s\S]*Confirm/,
  );
});

it('SUB-31 after an unknown answer to a cancellation the person is not fetched again, after a known one they are', async () => {
  const key = queryKeys.me('abcdefghijkl');
  let cancelled = false;
  configureApi({ base: 'http://api.luna.test', language: 'en' });
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, data: { cancelled }, ccbill_subscription_status: '1' }),
  );
  queries.setQueryData(key, member.viewer);
  const { mutateAsync } = await take(useCancelMembership);
  await expect(mutateAsync({})).rejects.toMatchObject({ code: 'cancel-unknown' });
  expect(queries.getQueryState(key)?.isInvalidated).toBe(false);
  cancelled = true;
  await mutateAsync({});
  expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
});

it.each([
  ['a card', { payment_gateway: 'sandbox' }, '/api/cancel-subscription'],
  ['a crypto wallet', { payment_gateway: 'forumpay' }, '/api/cancel-subscription'],
  ['staff, as a gift', { has_complimentary_subscription: true }, '/api/users/cancel_complimentary_subscription'],
] as const)('SUB-25 a membership by %s is cancelled by its own call', async (_, of, path) => {
  const asked: string[] = [];
  configureApi({ base: 'http://api.luna.test', language: 'en' });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url).pathname);
    return Response.json({ success: true, data: { cancelled: true }, ccbill_subscription_status: '1' });
  });
  const viewer = person({ ccbillSubscriptionStatus: '2', ...of });
  await (await take(useCancelMembership, bootstrapOf({ viewer }))).mutateAsync({});
  expect(asked).toEqual([path]);
});

it('POPUP-05 a visit is counted once, in local storage', () => {
  const storage = () => {
    const held = new Map<string, string>();
    return {
      held,
      getItem: (name: string) => held.get(name) ?? null,
      setItem: (name: string, value: string) => held.set(name, value),
    };
  };
  const local = storage();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', storage());
  expect([countThisVisit(), countThisVisit()]).toEqual([1, 1]);
  vi.stubGlobal('sessionStorage', storage());
  expect([countThisVisit(), local.held.get('install-count')]).toEqual([2, '2']);
});

it.each([
  ['model', true],
  ['admin', true],
  ['sub_admin', true],
  ['content_manager', true],
  ['support', false],
  ['live_stream_manager', false],
] as const)('ROLE-21 the creator area of a %s leads to the library: %s', async (role, expected) => {
  const menu = await take(useStudioMenu, bootstrapOf({ path: '/admin', viewer: person({ role, isAdmin: true }) }));
  expect(menu.has(paths.contentManager)).toBe(expected);
});

it.each([
  ['support', paths.openItems, []],
  ['model', paths.openItems, [paths.reconciliation]],
  ['model', paths.statements, []],
  ['admin', paths.statements, [paths.providerAccounts]],
  ['support', paths.transactions, [paths.purchaseHistory, paths.purchaseNotifications]],
] as const)('the menu of a %s holds those pages within %s that they may open', async (role, entry, expected) => {
  const menu = await take(useStudioMenu, bootstrapOf({ path: '/admin', viewer: person({ role, isAdmin: true }) }));
  expect(menu.all.find(({ to }) => to === entry)?.pages?.map(({ to }) => to)).toEqual(expected);
});

it.each([
  ['admin', true],
  ['model', true],
  ['sub_admin', true],
  ['content_manager', true],
  ['user', false],
  [undefined, false],
])('ROLE-80 a %s has the feed of all posts: %s', (role, isAll) => {
  expect(feedCall(role)).toBe(isAll ? 'GET /api/blogs/all' : 'GET /api/blogs');
});

it("GEN-14 the browser's menu is kept from what is paid for, and from nothing else", () => {
  const event = new Event('contextmenu', { cancelable: true });
  paidMedia(true).onContextMenu?.(event);
  expect(event.defaultPrevented).toBe(true);
  expect(paidMedia(false)).toEqual({});
});
