import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { declinedLater, PaymentProblem } from '../../src/features/checkout/payment-problem.tsx';
import { ApiError } from '../../src/lib/api.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

const intent = '0198c5d2-0000-7000-8000-000000000003';
const declined = new ApiError(409, {
  code: 'payment-declined',
  ...{ intent_id: intent, decline_reason: 'insufficient-funds', allow_cascade: true },
});

async function show(isLastTry: boolean, error = declined): Promise<string> {
  const bootstrap = bootstrapOf({
    path: '/subscribe',
    viewer: person({ role: 'user' }),
    settings: { second_card_provider: 'ccbill' },
  });
  const queries = makeQueryClient(bootstrap);
  queries.setQueryData([bootstrap.site.id, 'another-way', intent, bootstrap.site.language], { amount: 9 });
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/subscribe']}>
      <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>
        <PaymentProblem error={error} isLastTry={isLastTry} />
      </Providers>
    </MemoryRouter>,
  );
}

it('a decline offers another way to pay, and one by the other provider says why without a third', async () => {
  const [first, last] = [await show(false), await show(true)];
  expect(first).toContain(`href="/payment/${intent}/another-way"`);
  expect(first).toContain('re-enter your card details');
  expect(last).toContain('there is not enough money on this card');
  expect(last).not.toContain('another-way');
  expect(last).not.toContain('re-enter your card details');
});

it('nobody is told that nothing was charged where another amount was taken and goes back', async () => {
  const taken = { amount: 10, currency: 'USD' };
  const failed = (details: object) => show(false, new ApiError(409, { code: 'payment-failed', ...details }));
  expect(await failed({})).toContain('Nothing was charged');
  expect(await failed({ taken })).not.toContain('Nothing was charged');
  const later = declinedLater({ intent_id: intent, decline_code: null, decline_reason: null, taken } as never);
  const told = await show(false, later);
  expect(told).toContain('Payment failed');
  expect(told).toContain('$10.00 was taken and is on its way back to you.');
  expect(told).not.toContain('Nothing was charged');
});

it('a question of the bank that was answered with no asks for no other card', async () => {
  const denied = { intent_id: intent, decline_reason: 'not-completed', allow_cascade: true };
  const told = await show(false, new ApiError(409, { code: 'payment-declined', ...denied }));
  expect(told).toContain('There is nothing wrong with your card');
  expect(told).not.toContain('re-enter your card details');
});
