import type { Refundable } from '@backlot/contracts/refunds';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { purchasesTable } from '../../src/features/staff/purchases/purchases-query.ts';
import { useRefundEffects } from '../../src/features/staff/refund/refund-effects.ts';
import { transactionsTable } from '../../src/features/staff/transactions-query.ts';
import { useFilterChoices } from '../../src/features/staff/use-transaction-filters.ts';
import { addStudioTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

beforeAll(() => addStudioTexts('en'));

/** What staff read on a page, in lines. */
async function read(useLines: () => readonly string[]): Promise<string[]> {
  const bootstrap = bootstrapOf({ path: '/admin/transactions', viewer: person({ role: 'model', isAdmin: true }) });
  const Page = () => <pre>{useLines().join('\n')}</pre>;
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin/transactions']}>
      <Providers
        app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries: makeQueryClient(bootstrap) }}
      >
        <Page />
      </Providers>
    </MemoryRouter>,
  );
  return /<pre>([^<]*)<\/pre>/.exec(html)![1]!.split('\n');
}

const chosen = { kind: 'all', state: 'all', days: 'all', from: '', to: '' } as const;

describe('what was sold', () => {
  it.each([
    ['transactions', transactionsTable.filters],
    ['purchases', purchasesTable.filters],
  ])('is found by its kind among %s, also a membership that moved or was taken up again', async (_, filters) => {
    const kinds = await read(() => {
      const [kind] = useFilterChoices(chosen, filters);
      return (kind as { readonly options: readonly { readonly text: string }[] }).options.map(({ text }) => text);
    });
    expect(kinds.slice(1, 6)).toEqual(['Membership', 'Renewal', 'Moved membership', 'Resubscription', 'Unlock']);
  });

  const refundable: Refundable = {
    _id: '01900000-0000-7000-8000-000000000001',
    kind: 'post',
    currency: 'USD',
    taken: 9,
    returned: 0,
    returning: 0,
    left: 9,
    provider_refunds: 'partial',
    to_wallet: 'never',
    is_open: true,
    renews_at: null,
    closes_at: null,
  };

  it.each(['membership', 'renewal', 'migration', 'resubscription'])(
    'and is a %s ends the membership when it is given back',
    async (kind) => {
      const [closing, keeping] = await read(() => {
        const effects = useRefundEffects();
        const of = { ...refundable, kind };
        return [effects.closing(of), effects.keeping(of)];
      });
      expect(closing).toBe('The membership ends as soon as the money is back. It is not renewed.');
      expect(keeping).toMatch(/membership/);
    },
  );

  it('and is a post locks it', async () => {
    expect(await read(() => [useRefundEffects().closing(refundable)])).toEqual([
      'The post is locked again for this fan.',
    ]);
  });
});
