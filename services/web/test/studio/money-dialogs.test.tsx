import type { Dispute } from '@backlot/contracts/disputes';
import type { FraudReport } from '@backlot/contracts/fraud-reports';
import type { WalletStatement } from '@backlot/contracts/wallet';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { DisputePanel } from '../../src/features/staff/disputes/dispute-panel.tsx';
import { FraudReportDialog } from '../../src/features/staff/disputes/fraud-report-dialog.tsx';
import { FraudReports } from '../../src/features/staff/disputes/fraud-reports.tsx';
import { WonDialog } from '../../src/features/staff/disputes/won-dialog.tsx';
import { FanWallet } from '../../src/features/staff/fan-wallet.tsx';
import { amountTyped } from '../../src/features/staff/take-out/amount-field.tsx';
import { EnterDialog } from '../../src/features/staff/statement/enter-dialog.tsx';
import { TakeBackDialog } from '../../src/features/staff/statement/take-back-dialog.tsx';
import { TakeOutDialog } from '../../src/features/staff/take-out/take-out-dialog.tsx';
import { ApiError } from '../../src/lib/api.ts';
import { addStudioTexts, withMoneyTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/components/kit/dialog.tsx', () => import('../testing/flat-dialog.tsx'));
/** What the server said to what was sent last. */
const answered = vi.hoisted(() => ({ error: null as unknown }));
vi.mock('@tanstack/react-query', async (actual) => ({
  ...(await actual<typeof import('@tanstack/react-query')>()),
  useMutation: () => ({ error: answered.error, isPending: false, mutate: () => {}, reset: () => {} }),
}));

beforeAll(async () => {
  await addStudioTexts('en');
  await withMoneyTexts(Promise.resolve());
});
beforeEach(() => {
  answered.error = null;
});

const refusal = (code: string, message: string, field?: string) =>
  new ApiError(field === undefined ? 404 : 400, {
    code,
    message,
    ...(field === undefined ? {} : { errors: [{ field, code, message }] }),
  });

/** `failed`: what the next page of each list that is known was refused with. */
async function show(
  inside: ReactNode,
  role: 'model' | 'support' = 'model',
  known: Record<string, unknown> = {},
  failed: ApiError | null = null,
) {
  const bootstrap = bootstrapOf({ path: '/admin', viewer: person({ role, isAdmin: true }) });
  const queries = makeQueryClient(bootstrap);
  for (const [key, page] of Object.entries(known))
    queries.setQueryData([bootstrap.site.id, ...key.split('/')], { pages: [page], pageParams: [null] });
  if (failed !== null)
    for (const query of queries.getQueryCache().getAll())
      query.setState({ status: 'error', error: failed, fetchMeta: { fetchMore: { direction: 'forward' } } });
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin']}>
      <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>{inside}</Providers>
    </MemoryRouter>,
  ).replaceAll(/<style[^>]*>[^<]*<\/style>/g, '');
}
const timesIn = (html: string, text: string): number => html.split(text).length - 1;
const wrongFields = (html: string): number => timesIn(html, 'aria-invalid="true"');

const fan = { _id: '0198c5d2-0000-7000-8000-000000000002', name: 'Ines Falk', email: 'ines@fans.example' };
const dispute: Dispute = {
  _id: '0198c5d2-0000-7000-8000-000000000001',
  date: '2026-03-10T12:00:00.000Z',
  state: 'booked',
  amount: 19.99,
  currency: 'USD',
  fee: 25,
  payment: { _id: '0198c5d2-0000-7000-8000-000000000003', date: '2026-02-10T12:00:00.000Z' },
  transactionId: 'ch_1',
  kind: 'membership',
  user: fan,
  content: null,
  won: null,
  card: null,
  account: { provider: 'sandbox', currency: 'USD', is_active: true },
  openings: [],
};
const panel = (of: Dispute, settlesMoney: boolean) => (
  <DisputePanel
    dispute={of}
    opensEvidence={false}
    settlesMoney={settlesMoney}
    onClose={() => {}}
    onPrevious={null}
    onNext={null}
  />
);

describe('a chargeback', () => {
  const offer = 'Mark as won';

  it('that is booked may be marked as won by who settles money, and by nobody else', async () => {
    expect(await show(panel(dispute, true))).toContain(offer);
    expect(await show(panel(dispute, false))).not.toContain(offer);
    expect(await show(panel({ ...dispute, state: 'held' }, true))).not.toContain(offer);
  });

  it('that was won says what came back, by whose word, and is not marked again', async () => {
    const won = { date: '2026-04-01T12:00:00.000Z', amount: 19.99, fee: 25, by: 'Agnes Holt', evidence: 'A letter' };
    const html = await show(panel({ ...dispute, state: 'won', won }, true));
    for (const part of ['Dispute won', '$25.00', 'Agnes Holt', 'A letter']) expect(html).toContain(part);
    expect(html).not.toContain(offer);
  });

  it('begins its dialog with the whole amount, and asks for the fee only where there was one', async () => {
    const html = await show(<WonDialog dispute={dispute} onClose={() => {}} />);
    expect(html).toContain('value="19.99"');
    expect(html).toContain('The fee of $25.00 was paid back as well');
    expect(wrongFields(html)).toBe(0);
    expect(await show(<WonDialog dispute={{ ...dispute, fee: 0 }} onClose={() => {}} />)).not.toContain('The fee of');
  });

  it('says a refusal of the amount at the amount and nowhere else', async () => {
    answered.error = refusal('invalid-request', 'More than was taken.', 'amount');
    const html = await show(<WonDialog dispute={dispute} onClose={() => {}} />);
    expect([timesIn(html, 'More than was taken.'), wrongFields(html)]).toEqual([1, 1]);
    answered.error = refusal('not-found', 'It is gone.');
    const other = await show(<WonDialog dispute={dispute} onClose={() => {}} />);
    expect([timesIn(other, 'It is gone.'), wrongFields(other)]).toEqual([1, 0]);
  });
});

describe('a fraud report', () => {
  it('of a payment that nobody knows is refused at the reference', async () => {
    answered.error = refusal('not-found', 'Not found.');
    const html = await show(<FraudReportDialog onClose={() => {}} />);
    expect(html).toContain('No payment by card has this reference.');
    expect([timesIn(html, 'Not found.'), wrongFields(html)]).toEqual([0, 1]);
  });

  it('of a day that cannot be is refused at the day', async () => {
    answered.error = refusal('invalid-request', 'Invalid request.', 'day');
    const html = await show(<FraudReportDialog onClose={() => {}} />);
    expect(wrongFields(html)).toBe(1);
    const [, described] = /<input type="date"[^>]*aria-invalid="true"[^>]*aria-describedby="([^"]+)"/.exec(html) ?? [];
    expect(html).toMatch(new RegExp(`<p id="${described}" class="form-wrong">`));
  });

  it('that was noted before is refused under the form', async () => {
    answered.error = refusal('fraud-report-noted', 'It is noted already.');
    const html = await show(<FraudReportDialog onClose={() => {}} />);
    expect([timesIn(html, 'It is noted already.'), wrongFields(html)]).toEqual([1, 0]);
  });

  it('is noted and taken back by who settles money; others read it', async () => {
    const report: FraudReport = {
      _id: '0198c5d2-0000-7000-8000-000000000004',
      date: '2026-03-10T00:00:00.000Z',
      amount: 19.99,
      currency: 'USD',
      payment: { _id: dispute.payment._id },
      transactionId: 'ch_1',
      user: fan,
      note: 'Mail of the bank',
      noted: { date: '2026-03-11T12:00:00.000Z', by: 'Agnes Holt' },
    };
    const known = { 'fraud-reports': { reports: [report], next: null } };
    const settling = await show(<FraudReports />, 'model', known);
    for (const part of ['Note a fraud report', 'Take back', 'Mail of the bank']) expect(settling).toContain(part);
    const more = { 'fraud-reports': { reports: [report], next: report._id } };
    expect(await show(<FraudReports />, 'model', more, new ApiError(500, { code: 'internal' }))).toContain('Try again');
    const reading = await show(<FraudReports />, 'support', known);
    expect(reading).toContain('Mail of the bank');
    for (const part of ['Note a fraud report', 'Take back']) expect(reading).not.toContain(part);
  });
});

describe('taking money out of a wallet', () => {
  const wallet = (balance: number): WalletStatement => ({ balance, owed: 0, currency: 'USD', lines: [], next: null });
  const known = (balance: number) => ({ [`fans/wallet/${fan._id}`]: { ...wallet(balance), lines: [line] } });
  const line: WalletStatement['lines'][number] = {
    _id: '0198c5d2-0000-7000-8000-000000000005',
    kind: 'added',
    date: '2026-03-10T12:00:00.000Z',
    amount: 50,
    owed: 0,
    sold: null,
    title: null,
    content_id: null,
    intent_id: null,
  };

  it('is offered to who settles money while something is in it', async () => {
    const offered = async (balance: number, role: 'model' | 'support') =>
      (await show(<FanWallet fanId={fan._id} />, role, known(balance))).includes('Take money out');
    expect(await offered(50, 'model')).toBe(true);
    expect(await offered(0, 'model')).toBe(false);
    expect(await offered(50, 'support')).toBe(false);
  });

  it('is offered of a currency that the site had before, with what is there', async () => {
    const before = { ...wallet(0), others: [{ currency: 'EUR', balance: 12.34, owed: 0 }] };
    const html = await show(<FanWallet fanId={fan._id} />, 'model', { [`fans/wallet/${fan._id}`]: before });
    for (const part of ['€12.34', 'In EUR, from before the site changed its currency', 'Take money out'])
      expect(html).toContain(part);
  });

  it('takes an amount from a cent to all there is', () => {
    const taken = ['', 'ten', '0', '-1', '0.001', '50.01', '0.01', '50'].map((typed) => amountTyped(typed, 50));
    expect(taken).toEqual([null, null, null, null, null, null, 0.01, 50]);
  });

  it('says at the amount that less is left by now, and says so once', async () => {
    const dialog = <TakeOutDialog fanId={fan._id} wallet={wallet(50)} onClose={() => {}} />;
    expect(wrongFields(await show(dialog))).toBe(0);
    answered.error = refusal('invalid-request', 'Only $40.00 is in it.', 'amount');
    const html = await show(dialog);
    expect([timesIn(html, 'Only $40.00 is in it.'), wrongFields(html)]).toEqual([1, 1]);
  });
});

describe('a provider’s statement', () => {
  const account = { provider: 'sandbox', currency: 'USD', is_active: true };
  const id = '0198c5d2-0000-7000-8000-000000000009';
  const dialog = (
    <EnterDialog
      month="2026-03"
      accounts={[{ account_id: id, account, read: 'all', read_until: null, open: 0, waiting: 0 }]}
      first={id}
      chargebackFees={new Map()}
      payouts={[]}
      onClose={() => {}}
    />
  );
  const folded = (html: string): string => /<details.*<\/details>/s.exec(html)![0];

  it('asks for the usual figures at once, and for those that few say below, until one of them is refused', async () => {
    const html = await show(dialog);
    const below = folded(html);
    expect(below).not.toContain(' open=""');
    for (const label of [
      'Platform’s share',
      'Tax withheld',
      'Held back for open disputes',
      'Given back after disputes',
    ])
      expect(below).toContain(label);
    // Keyboards for amounts may have no minus.
    expect(['text', 'decimal'].map((mode) => timesIn(below, `inputMode="${mode}"`))).toEqual([1, 4]);
    for (const label of ['Provider’s fees', 'Held back as a reserve', 'Paid out']) {
      expect(html).toContain(label);
      expect(below).not.toContain(label);
    }
    answered.error = refusal('invalid-request', 'Too little', 'platform_share');
    const refused = folded(await show(dialog));
    expect(refused).toContain(' open=""');
    expect([wrongFields(refused), timesIn(refused, 'Too little')]).toEqual([1, 1]);
  });

  it('says what is taken back before it is', async () => {
    const entered = { note: 'No. 17', by: { _id: id, name: 'Luna' }, date: '2026-03-20T12:00:00.000Z' };
    const figures = { fees: 1.25, reserve_held: 0, reserve_released: 0, paid_out: 0, exchange: -0.35 };
    const html = await show(
      <TakeBackDialog
        statement={{ _id: id, account_id: id, account, month: '2026-03', ...figures, entered, taken_back: null }}
        onClose={() => {}}
      />,
    );
    for (const text of ['$1.25', 'Exchange gains and losses', '-$0.35']) expect(html).toContain(text);
    for (const text of ['Paid out', 'Tax withheld']) expect(html).not.toContain(text);
  });
});
