import type { ReadAccount } from '@backlot/contracts/reconciliation';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { Readings } from '../../src/features/staff/reconciliation/readings.tsx';
import { addStudioTexts, withMoneyTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

beforeAll(async () => {
  await addStudioTexts('en');
  await withMoneyTexts(Promise.resolve());
});

const account: ReadAccount = {
  account_id: '0198c5d2-0000-7000-8000-000000000001',
  account: { provider: 'forumpay', currency: 'USD', is_active: true },
  read_until: '2026-03-10T12:00:00.000Z',
  outcome: 'read',
  code: null,
};

async function show(change: Partial<ReadAccount>): Promise<string> {
  const bootstrap = bootstrapOf({ path: '/admin/reconciliation', viewer: person({ role: 'model', isAdmin: true }) });
  const queries = makeQueryClient(bootstrap);
  return renderToStaticMarkup(
    <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>
      <Readings accounts={[{ ...account, ...change }]} />
    </Providers>,
  );
}

describe('how far an account was read', () => {
  it.each([
    ['refused', 'no-credentials', 'No credentials are filled in for it, so nothing was requested.'],
    ['refused', 'apiKeyWrong', 'The provider refused the last request: apiKeyWrong'],
    ['unknown', 'unreadable-payment', 'Some payments on the provider’s list could not be read.'],
    ['unknown', 'too-long', 'The last report was too long to read'],
    ['unknown', 'timeout', 'The last request brought no answer that could be read.'],
  ] as const)('says what kept it from being read further: %s, %s', async (outcome, code, text) => {
    expect(await show({ outcome, code })).toContain(` · ${text}`);
  });

  it('says nothing more where it was read', async () => {
    const html = await show({});
    expect(html).toContain('ForumPay');
    expect(html).not.toMatch(/refused|could not|nothing|no answer/);
  });
});
