import type { StoredRole } from '@backlot/contracts';
import type { TransactionRow } from '@backlot/contracts/staff';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { usePurchaseColumns } from '../../src/features/staff/purchases/purchase-columns.tsx';
import { useTransactionEntry } from '../../src/features/staff/transaction-columns.tsx';
import { TransactionPanel } from '../../src/features/staff/transaction-panel.tsx';
import { addStudioTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

beforeAll(() => addStudioTexts('en'));

const sale: TransactionRow = {
  _id: '0198c5d2-0000-7000-8000-000000000001',
  transactionId: '126002101000000123',
  date: '2026-03-10T12:00:00.000Z',
  kind: 'membership',
  state: 'succeeded',
  amount: 19.99,
  currency: 'USD',
  user: { _id: '0198c5d2-0000-7000-8000-000000000002', name: 'Ines Falk', email: 'ines@fans.example' },
  content: null,
  card: { card_type: 'visa', last4: '4242' },
  paid_with: 'card',
  coins: null,
  decline_code: null,
  returned: 0,
  charged_back: 0,
  returning: 0,
  left: 19.99,
  is_withdrawn: false,
};

/** Without its menu, which needs a document. */
function Row({ of }: { of: TransactionRow }) {
  return usePurchaseColumns(null)
    .filter(({ id }) => id !== 'menu')
    .map(({ id, cell }) => (
      <div key={id} id={id}>
        {cell(of)}
      </div>
    ));
}
function Entry({ of }: { of: TransactionRow }) {
  return useTransactionEntry()(of).end;
}

/** A payment as the table, a phone and the panel show it: markup without its tags. */
async function show(over: Partial<TransactionRow>, role: StoredRole = 'model') {
  const bootstrap = bootstrapOf({ path: '/admin/transactions', viewer: person({ role, isAdmin: true }) });
  const app = { bootstrap, texts: await loadTexts('en'), slots: {} as never, queries: makeQueryClient(bootstrap) };
  const of = { ...sale, ...over };
  const text = (shown: React.ReactNode) =>
    renderToStaticMarkup(
      <MemoryRouter initialEntries={['/admin/transactions']}>
        <Providers app={app}>{shown}</Providers>
      </MemoryRouter>,
    ).replace(/<[^>]*>/g, ' ');
  return {
    row: text(<Row of={of} />),
    phone: text(<Entry of={of} />),
    panel: text(<TransactionPanel sale={of} onRefund={null} onClose={() => {}} onPrevious={null} onNext={null} />),
  };
}

describe('a payment in the lists of staff', () => {
  it('that a bank took back is charged back and not refunded', async () => {
    for (const shown of Object.values(await show({ returned: 19.99, charged_back: 19.99, left: 0 }))) {
      expect(shown).toContain('Charged back');
      expect(shown).not.toMatch(/refunded/i);
    }
  });

  it('of which a part was refunded and a part charged back says both, each with its amount in the panel', async () => {
    const { row, phone, panel } = await show({ returned: 19.99, charged_back: 15, left: 0 });
    for (const shown of [row, phone, panel])
      for (const part of ['Charged back', 'Partly refunded']) expect(shown).toContain(part);
    for (const part of ['$15.00', '$4.99']) expect(panel).toContain(part);
  });

  it('that is owed says so in place of pending, and leads those to its open item who may open it', async () => {
    const owed = await show({ returning: 19.99, owed: 19.99, left: 0 });
    for (const shown of Object.values(owed)) {
      expect(shown).toContain('Refund owed');
      expect(shown).not.toContain('Refund pending');
    }
    expect(owed.panel).toContain('Show in open items');
    const part = await show({ returning: 19.99, owed: 5, left: 0 });
    for (const told of ['$5.00', '$14.99']) expect(part.panel).toContain(told);
    expect((await show({ returning: 19.99, owed: 0, left: 0 })).panel).not.toContain('Show in open items');
    const manager = await show({ returning: 19.99, owed: 19.99, left: 0 }, 'content_manager');
    expect(manager.panel).not.toContain('Show in open items');
  });

  it('C15 from which the fan withdrew says so in the panel, and no other does', async () => {
    const back = { returning: 19.99, left: 0 };
    expect((await show({ ...back, is_withdrawn: true })).panel).toContain('Withdrew from the contract');
    expect((await show(back)).panel).not.toContain('Withdrew');
  });

  it('in another currency than the site’s is shown in its own', async () => {
    for (const shown of Object.values(await show({ currency: 'EUR', returned: 4, left: 15.99 }))) {
      expect(shown).toContain('€19.99');
      expect(shown).not.toContain('$');
    }
  });

  it('that was declined is told to be of a card, though none was kept', async () => {
    const { row, panel } = await show({ state: 'declined', card: null, decline_code: '5', left: 0 });
    for (const shown of [row, panel]) expect(shown).toMatch(/\sCard\s/);
    expect((await show({ card: null, paid_with: 'wallet' })).row).toContain('Wallet');
  });
});
