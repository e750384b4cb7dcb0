import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseDecimal } from '@backlot/domain/money/decimal';
import { readForm } from '../sandbox/http.ts';
import type { TwinPayment } from './books.ts';
import type { ForumpayTwin } from './twin.ts';

export const walletPath = '/coins';

/** Where a person plays the blockchain: the list of payments, one payment with its buttons, and what they do. */
export async function answerWallet(
  twin: ForumpayTwin,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const address = new URL(request.url ?? '/', 'http://twin');
  if (request.method === 'POST') return act(twin, await readForm(request), response);
  const payment = twin.find(address.searchParams.get('address') ?? '');
  if (payment) return page(response, paymentPage(twin, payment, address.searchParams.get('amount')));
  page(response, listPage(twin));
}

const acts: Readonly<Record<string, (twin: ForumpayTwin, address: string, amount: string) => void>> = {
  send: (twin, address, amount) => twin.control.send(address, amount),
  confirm: (twin, address) => twin.control.confirm(address),
  close: (twin, address) => twin.control.closeWindow(address),
  block: (twin, address) => twin.control.block(address),
  return: (twin, address) => twin.control.sendBack(address),
};

function act(twin: ForumpayTwin, form: URLSearchParams, response: ServerResponse): void {
  const [name, address, amount] = [form.get('act') ?? '', form.get('address') ?? '', (form.get('amount') ?? '').trim()];
  const found = Object.hasOwn(acts, name) ? acts[name]! : null;
  if (!found || !twin.find(address) || (name === 'send' && !isCoins(amount))) {
    response.writeHead(400, headers).end('That cannot be done.');
    return;
  }
  found(twin, address, amount);
  response.writeHead(303, { location: `${walletPath}?${new URLSearchParams({ address })}` }).end();
}

const isCoins = (text: string): boolean => (parseDecimal(text)?.units ?? 0n) > 0n;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function page(response: ServerResponse, body: string): void {
  response.writeHead(200, headers);
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Crypto sandbox</title>
<style>:root{color-scheme:light dark}body{font:16px/1.55 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1.5rem}table{border-collapse:collapse;width:100%}
td,th{text-align:start;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #8884}code{overflow-wrap:anywhere}form{display:flex;flex-wrap:wrap;gap:.5rem;margin:.75rem 0}
button,input{font:inherit;padding:.5rem .8rem;border-radius:.5rem;border:1px solid #8888;background:#8881;color:inherit}button{cursor:pointer}input{flex:1;min-width:10rem}</style><main>${body}</main></html>`);
}

const rows = (facts: ReadonlyArray<readonly [string, string]>): string =>
  `<table>${facts.map(([name, value]) => `<tr><th>${escape(name)}</th><td><code>${escape(value)}</code></td></tr>`).join('')}</table>`;

function listPage(twin: ForumpayTwin): string {
  const items = [...twin.books.payments.values()].reverse().slice(0, 100);
  const lines = items.map(
    (payment) =>
      `<tr><td><a href="${walletPath}?address=${encodeURIComponent(payment.address)}"><code>${escape(payment.address)}</code></a></td><td>${escape(payment.amount)} ${escape(payment.currency)}</td><td>${escape(twin.progressOf(payment).state)}</td></tr>`,
  );
  return `<h1>Crypto sandbox</h1><p>A stand-in for a crypto provider and its blockchains. Nothing here is worth anything. Start a payment on a site of this machine, then send coins to its address from here.</p>
<table><tr><th>Address</th><th>Asked</th><th>State</th></tr>${lines.join('')}</table>`;
}

function paymentPage(twin: ForumpayTwin, payment: TwinPayment, amount: string | null): string {
  const progress = twin.progressOf(payment);
  const button = (name: string, text: string, extra = ''): string =>
    `<form method="post" action="${walletPath}"><input type="hidden" name="address" value="${escape(payment.address)}"><input type="hidden" name="act" value="${name}">${extra}<button>${text}</button></form>`;
  const asked = Number(payment.amount);
  // A dollar, or whatever the invoice's currency is, less than asked.
  const short = (asked * (payment.invoiceMinor - 100)) / payment.invoiceMinor;
  const choices: ReadonlyArray<readonly [string, string]> = [
    ['Everything that is asked', payment.amount],
    ['One short', short > 0 ? short.toFixed(8) : payment.amount],
    ['A tenth too much', (asked * 1.1).toFixed(8)],
  ];
  return `<p><a href="${walletPath}">All payments</a></p><h1>${escape(payment.amount)} ${escape(payment.currency)}</h1>${rows(
    [
      ['Address', payment.address],
      ['State', progress.state],
      ...(payment.returned ? [['Sent back', `${payment.returned.coins} ${payment.currency}`] as const] : []),
      ['Invoice', `${(payment.invoiceMinor / 100).toFixed(2)} ${payment.invoiceCurrency}`],
      ...payment.transfers.map(
        ({ amount: sent, confirmations }, index) =>
          [
            `Transfer ${index + 1}`,
            `${sent} ${payment.currency}, ${confirmations} of ${payment.minConfirmations} confirmations`,
          ] as const,
      ),
    ],
  )}<h2>Send</h2>${choices.map(([text, coins]) => button('send', text, `<input name="amount" value="${escape(coins)}" aria-label="Coins">`)).join('')}
${amount ? button('send', 'As the code says', `<input name="amount" value="${escape(amount)}" aria-label="Coins">`) : ''}
<h2>The chain</h2>${button('confirm', 'Confirm all transfers')}${button('close', 'Let the 15 minutes pass')}${button('block', 'Block this payment')}
<h2>The dashboard</h2>${button('return', 'Send the coins back to their payer')}`;
}
