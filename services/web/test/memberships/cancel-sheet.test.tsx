import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { CancelSheet } from '../../src/features/memberships/cancel-sheet.tsx';
import { ApiError } from '../../src/lib/api.ts';
import { loadTexts, withAccountTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

type Sheet = Parameters<typeof CancelSheet>[0];

async function show(areReasonsAsked: boolean, sheet: Partial<Sheet> = {}): Promise<string> {
  await withAccountTexts(Promise.resolve());
  const bootstrap = bootstrapOf({
    path: '/profile/cancel-subscription',
    viewer: person({ role: 'user' }),
    settings: { is_cancel_subscription_reason_enabled: areReasonsAsked },
  });
  const shown: Sheet = {
    until: '2026-12-21T12:00:00.000Z',
    isForEver: false,
    isGiven: false,
    isAtOnce: false,
    isFinal: false,
    isBusy: false,
    error: null,
    onCancel: () => undefined,
    ...sheet,
  };
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/profile/cancel-subscription']}>
      <Providers
        app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries: makeQueryClient(bootstrap) }}
      >
        <CancelSheet {...shown} />
      </Providers>
    </MemoryRouter>,
  );
}

it('SUB-23 shows the confirmation at once where no reasons are asked for', async () => {
  const html = await show(false);
  expect(html).not.toContain('type="radio"');
  expect(html).toMatch(/<h1[^>]*>Are you sure/);
  expect(html).toMatch(/<button[^>]*type="submit"/);
  expect(await show(true)).toContain('type="radio"');
});

it('says what follows by how the membership stands', async () => {
  const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ');
  expect(textOf(await show(false))).toContain('Dec');
  const texts = await Promise.all([
    show(false, { until: null, isForEver: true }),
    show(false, { until: null, isAtOnce: true }),
    show(false, { until: null }),
  ]);
  expect(new Set(texts.map(textOf)).size).toBe(3);
});

it.each([
  [
    'in its own words',
    new ApiError(409, { code: 'already-cancelled', message: 'It is cancelled.' }),
    'It is cancelled.',
  ],
  [
    'that the server failed',
    new ApiError(500, { code: 'internal-error', message: 'Something went wrong.' }),
    'There was a problem cancelling your subscription. Please try again after an hour.',
  ],
  ['and nothing else', new ApiError(409, { code: 'odd' }), 'Error in cancel subscription'],
  ['that no answer came', new ApiError(0, { code: 'network' }), 'An unknown error occurred while canceling'],
  ['that nobody knows', new ApiError(409, { code: 'cancel-unknown' }), 'An unknown error occurred while canceling'],
])('SUB-31 says of a cancellation that came to nothing %s', async (_, error, text) => {
  expect(await show(false, { error })).toContain(text);
});
