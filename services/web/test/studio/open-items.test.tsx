import type { OpenItem } from '@backlot/contracts/open-items';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { useOpenItemEntry, useOpenItemName } from '../../src/features/staff/open-items/open-item-columns.tsx';
import { OpenItemPanel } from '../../src/features/staff/open-items/open-item-panel.tsx';
import { decisionsOf, useDecisionEffect } from '../../src/features/staff/open-items/open-item-texts.ts';
import { addStudioTexts, withMoneyTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

beforeAll(async () => {
  await addStudioTexts('en');
  await withMoneyTexts(Promise.resolve());
});

const chargeback: OpenItem = {
  _id: '0198c5d2-0000-7000-8000-000000000001',
  kind: 'webhook_unapplied',
  date: '2026-03-10T12:00:00.000Z',
  sold: 'membership',
  user: { _id: '0198c5d2-0000-7000-8000-000000000002', name: 'Ines Falk', email: 'ines@fans.example' },
  content: null,
  amount: 19.99,
  currency: 'USD',
  expected: null,
  transactionId: '126002101000000123',
  event: 'chargeback',
  reason: 'not-confirmed',
  withdraws: false,
  settled: null,
};
/** Of which nothing is known. */
const nobodys: OpenItem = {
  ...chargeback,
  sold: null,
  user: null,
  amount: null,
  currency: null,
  transactionId: null,
  event: 'Refund',
  reason: 'unreadable',
};

function Shown({ item }: { item: OpenItem }) {
  const { title, end } = useOpenItemEntry()(item);
  return (
    <>
      <h1>{useOpenItemName()(item)}</h1>
      <h3>{title}</h3>
      {end}
      <p>{useDecisionEffect()(item, 'try_again')}</p>
      <OpenItemPanel item={item} onClose={() => {}} onPrevious={null} onNext={null} onSettle={() => {}} />
    </>
  );
}

async function show(item: OpenItem): Promise<string> {
  const bootstrap = bootstrapOf({ path: '/admin/open-items', viewer: person({ role: 'model', isAdmin: true }) });
  const queries = makeQueryClient(bootstrap);
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin/open-items']}>
      <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>
        <Shown item={item} />
      </Providers>
    </MemoryRouter>,
  );
}

describe('a refund that its provider may have made', () => {
  it('is not offered to the wallet, and says where to look', async () => {
    const unclear: OpenItem = { ...chargeback, kind: 'refund_owed', reason: 'returns-unclear' };
    expect(decisionsOf(unclear)).toEqual(['try_again', 'paid_by_hand']);
    expect(await show(unclear)).toContain('Look in CCBill’s console');
  });
});

describe('a message of a provider that could not be applied', () => {
  it('says whose it is, what was reported, how much and why', async () => {
    const html = await show(chargeback);
    for (const part of ['Message not applied, $19.99, Ines Falk', 'chargeback', 'The provider does not confirm it'])
      expect(html).toContain(part);
    expect(decisionsOf(chargeback)).toEqual(['try_again', 'noted']);
  });

  it('that names nobody and no amount shows none, and one that can not be read is not tried again', async () => {
    const html = await show(nobodys);
    expect(html).toContain('<h1>Message not applied</h1>');
    expect(html).toContain('The message can’t be read');
    expect(html).not.toMatch(/null|NaN|undefined/);
    expect(decisionsOf(nobodys)).toEqual(['noted']);
  });
});

describe('an alarm about a crypto payment', () => {
  const alarm: OpenItem = { ...chargeback, kind: 'crypto_blocked', sold: 'wallet', event: null, reason: 'blocked' };

  it('says what happened and whose coins they are; what is spent twice is taken out or noted', async () => {
    const html = await show(alarm);
    for (const part of ['Crypto payment blocked, $19.99, Ines Falk', 'ForumPay is holding them'])
      expect(html).toContain(part);
    expect(decisionsOf(alarm)).toEqual(['noted', 'try_again']);
    expect(decisionsOf({ ...alarm, kind: 'crypto_double_spent' })).toEqual(['taken_out', 'noted']);
    const returned: OpenItem = { ...alarm, kind: 'crypto_returned', amount: 50 };
    expect(decisionsOf(returned)).toEqual(['taken_out', 'noted']);
    // All that was credited was taken out for an earlier return.
    expect(decisionsOf({ ...returned, amount: 0 })).toEqual(['noted']);
  });

  it('about coins that were taken and have no rate asks about their currency', async () => {
    const taken: OpenItem = { ...alarm, kind: 'crypto_unresolved', reason: 'confirmed' };
    expect(await show(taken)).toContain('gives no rate for them');
    expect(await show({ ...taken, reason: 'processing' })).not.toContain('gives no rate for them');
    const dust = await show({ ...taken, reason: 'dust' });
    expect(dust).toContain('coins that are worth $0.01 at most');
    expect(dust).not.toContain('gives no rate for them');
  });

  it.each([
    [
      40,
      'ForumPay’s list shows $50.00 for this payment, but when asked about the payment itself, ForumPay answers $40.00.',
    ],
    [null, 'ForumPay’s list shows $50.00 for this payment, but when asked about the payment itself, ForumPay does not'],
  ])(
    'which its provider lists otherwise than it answers (%s) says what it lists and what it answers',
    async (told, text) => {
      const doubted: OpenItem = { ...alarm, kind: 'crypto_unresolved', doubt: { listed: 50, told } };
      const html = await show(doubted);
      for (const part of [text, 'Unless its answer matches its list, this stays open.']) expect(html).toContain(part);
      expect(html).not.toContain('as soon as ForumPay confirms them');
      // Of a server of the version before, and without a doubt.
      for (const doubt of [undefined, null])
        expect(await show({ ...doubted, doubt })).toContain('as soon as ForumPay confirms them');
    },
  );
});
