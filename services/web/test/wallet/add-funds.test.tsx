import type { CryptoPayment } from '@backlot/contracts/crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { balanceAfter } from '../../src/features/wallet/add-funds/balance-after.ts';
import { covers, CryptoPanel } from '../../src/features/wallet/add-funds/crypto-panel.tsx';
import { FundForm } from '../../src/features/wallet/add-funds/fund-form.tsx';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));

const terms = {
  'wallet_settings.add_fund_default_options': '10,25,50,100,200',
  'wallet_settings.add_fund_minimum_amount': 10,
  'wallet_settings.add_fund_maximum_amount': 1000,
  is_crypto_payment_enabled: true,
};

async function draw(element: ReactNode, settings: object = {}, owed = 0): Promise<string> {
  const viewer = person({ role: 'user', wallet_owed: owed });
  const bootstrap = bootstrapOf({ viewer, settings: { ...terms, ...settings } });
  return renderToStaticMarkup(
    <MemoryRouter>
      <Providers
        app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries: makeQueryClient(bootstrap) }}
      >
        {element}
      </Providers>
    </MemoryRouter>,
  ).replaceAll('&#x27;', "'");
}

/** The buttons in their order; the chosen one is in brackets. */
const buttons = (html: string): string[] =>
  [...html.matchAll(/<input type="radio"([^>]*)\/><span>([^<]*)<\/span>/g)].map(([, input, text]) =>
    input!.includes('checked') ? `[${text}]` : text!,
  );
const form = (needed: number | null, settings?: object) =>
  draw(<FundForm needed={needed} onStarted={() => undefined} />, settings);

describe('the form for funds', () => {
  it("WAL-01 WAL-02 WAL-05 offers the site's amounts and another one; the fourth is chosen", async () => {
    expect(buttons(await form(null))).toEqual(['$10.00', '$25.00', '$50.00', '[$100.00]', '$200.00', 'Other amount']);
    expect(buttons(await form(null, { 'wallet_settings.add_fund_default_options': '15,30' }))).toEqual([
      '$15.00',
      '[$30.00]',
      'Other amount',
    ]);
  });

  it('WAL-04 WAL-06 begins with what is missing, and offers only more than that', async () => {
    expect(buttons(await form(26))).toEqual(['[$26.00]', '$50.00', '$100.00', '$200.00', 'Other amount']);
    expect(await form(26)).toContain('$26.00 is missing.');
  });

  it('WAL-06 adds the lowest amount where less is missing', async () => {
    expect(buttons(await form(4))).toEqual(['[$10.00]', '$25.00', '$50.00', '$100.00', '$200.00', 'Other amount']);
  });

  it('WAL-03 asks for the currency on the same page, and says that orders are final', async () => {
    const html = await form(null);
    expect(html).toMatch(/<label[^>]*>Pay with<\/label>/);
    expect(html).toContain('All crypto orders are final.');
  });
});

const nothing = () => undefined;

describe('whoever owes', () => {
  const text = 'You owe $20.00: money that you had spent went back to you';

  it('is told so beside the amounts', async () => {
    const asked = <FundForm needed={29} onStarted={nothing} />;
    expect(await draw(asked, {}, 20)).toContain(text);
    expect(await draw(asked)).not.toContain('You owe');
  });

  it('is told so while the money that came did not pay all of it', async () => {
    const credited = { state: 'confirmed', credited_amount: 10, fund_amount: 10 } as const;
    expect(await panel(credited, 20)).toContain(text);
    expect([await panel(credited), await panel({}, 20)].join()).not.toContain('You owe');
  });

  it('goes on once the rest covers the price', () => {
    expect(balanceAfter(29, { balance: 0, owed: 20 })).toBe(9);
    expect(balanceAfter(0.2, { balance: 0.1, owed: 0 })).toBe(0.3);
  });
});

const payment: CryptoPayment = {
  amount: '0.001002',
  qr_img: 'data:image/svg+xml;base64,QQ==',
  qr: 'bitcoin:bc1q?amount=0.001002',
  address: 'bc1q-address',
  wait_time: 'about 10 minutes',
  reference_no: '0199aa3c-4c1e-7b0e-9c3a-aabbccddeeff',
  payment_id: 'p',
  transaction_id: '0199aa3c-4c1e-7b0e-9c3a-aabbccddeeff',
  stats_token: '',
  currency: 'BTC',
  notices: [],
  pos_id: 'web',
  fund_amount: 50,
  state: 'waiting',
  expires_at: '2100-01-01T00:00:00.000Z',
  credited_amount: 0,
  missing: null,
  wallet_balance: 0,
};
const panel = (change: Partial<CryptoPayment> = {}, owed = 0) =>
  draw(
    <CryptoPanel
      wanted={0}
      begun={{ ...payment, ...change }}
      onAdded={undefined}
      onRestart={nothing}
      onClose={nothing}
    />,
    {},
    owed,
  );

describe('the panel of a payment', () => {
  it('WAL-08 shows the code, the coins, the address, the times and the reference number', async () => {
    const html = await panel();
    for (const part of [
      `src="${payment.qr_img}"`,
      '0.001002 BTC',
      'bc1q-address',
      'The rate holds for',
      'Confirmation usually takes about 10 minutes.',
      payment.reference_no,
      'href="bitcoin:bc1q?amount=0.001002"',
    ])
      expect(html).toContain(part);
    expect(await panel({ wait_time: '' })).not.toContain('Confirmation usually takes');
  });

  it('WAL-09 shows notices as code and message', async () => {
    expect(await panel({ notices: [{ code: 'slowNetwork', message: 'Patience.' }] })).toContain(
      'slowNetwork: Patience.',
    );
  });

  it('WAL-10 says what the end of the 15 minutes means', async () => {
    expect(await panel({ expires_at: '2020-01-01T00:00:00.000Z' })).toContain('The rate no longer holds.');
  });

  it('shows what is missing of a short payment, with a code of its own', async () => {
    const missing = { amount: '0.00002', fund_amount: 1, qr: 'bitcoin:rest', qr_img: 'data:image/svg+xml;base64,QkI=' };
    const html = await panel({ state: 'underpayment', missing });
    expect(html).toContain('$1.00 is still missing');
    expect(html).toContain('src="data:image/svg+xml;base64,QkI="');
    expect(html).not.toContain(payment.qr_img);
  });

  it.each([
    ['processing', {}, 'is being confirmed'],
    ['confirmed', { credited_amount: 50, wallet_balance: 62 }, 'Amount Successfully Added.'],
    ['confirmed', { credited_amount: 50, wallet_balance: 62 }, 'Your balance is $62.00.'],
    ['confirmed', { credited_amount: 50, wallet_balance: 62 }, '$50.00 was added.'],
    [
      'confirmed',
      { credited_amount: 49, wallet_balance: 61 },
      '$49.00 arrived of the $50.00 you chose, and was added.',
    ],
    ['confirmed', { credited_amount: 51.2, wallet_balance: 63 }, '$51.20 was added.'],
    // Taken, and its rate is still being asked for.
    ['confirmed', {}, 'is being confirmed'],
    ['cancelled', {}, 'Nothing arrived in time'],
    ['blocked', {}, 'is checking this payment'],
    ['failed', {}, 'Payment failed.'],
  ] as const)('WAL-12 WAL-32 of one that is %s with %j says: %s', async (state, change, text) => {
    expect(await panel({ state, ...change })).toContain(text);
  });

  it('a code that a wallet could run is no link', async () => {
    expect(await panel({ qr: 'javascript:alert(1)' })).not.toContain('javascript:');
  });
});

it('WAL-13 goes on with what waits once the wallet covers it to the cent, and no sooner', () => {
  expect([covers(20, 20), covers(20.01, 20), covers(0.1 + 0.2, 0.3), covers(0.3, 0.1 + 0.2)]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(covers(19.99, 20)).toBe(false);
});
