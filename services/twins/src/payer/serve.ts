import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkCard } from '../card-field/card-rules.ts';
import type { Card, ChargeRecord } from '../sandbox/entries.ts';
import { refuse } from '../sandbox/http.ts';
import type { TwinLedger } from '../sandbox/ledger.ts';
import { behaviourOfNumber } from '../sandbox/test-cards.ts';
import { payerPage } from './page.ts';

const largestForm = 4_096;

/** `/pay/<charge>`: the page of the payer's bank, or our own for a card; here a person plays both. */
export async function servePayer(
  ledger: TwinLedger,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const find = (): ChargeRecord | undefined => [...ledger.books.charges.values()].find((charge) => charge.id === id);
  const charge = find();
  if (!charge?.action) return refuse(response, 404, 'no-such-path');
  if (request.method === 'GET') return send(ledger, charge, response);
  if (request.method !== 'POST') return refuse(response, 405, 'method-not-allowed');
  const form = await readForm(request);
  const problem = act(ledger, charge, form);
  const after = find()!;
  if (problem || after.status === 'requires_action') return send(ledger, after, response, problem);
  if (!after.action?.returnUrl) return send(ledger, after, response);
  response.writeHead(303, { location: after.action.returnUrl, 'cache-control': 'no-store' }).end();
}

/** Whether something was wrong with what was typed. */
function act(ledger: TwinLedger, charge: ChargeRecord, form: URLSearchParams): boolean {
  const kind = form.get('act');
  if (kind === 'confirm' || kind === 'deny' || kind === 'close') ledger.act(charge, { kind });
  if (kind !== 'card') return false;
  const card = readCard(form);
  if (card) ledger.act(charge, { kind: 'card', card });
  return card === null;
}

function readCard(form: URLSearchParams): Card | null {
  const typed = checkCard(
    {
      number: form.get('number') ?? '',
      month: Number(form.get('month')),
      year: Number(form.get('year')),
      cvv: form.get('cvv') ?? '',
    },
    new Date(),
  );
  if (!typed.ok) return null;
  const { number, brand, month, year } = typed;
  return { behaviour: behaviourOfNumber(number), brand, last4: number.slice(-4), expMonth: month, expYear: year };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const part of request as AsyncIterable<Buffer>) {
    text += part.toString('utf8');
    if (text.length > largestForm) return new URLSearchParams();
  }
  return new URLSearchParams(text);
}

function send(ledger: TwinLedger, charge: ChargeRecord, response: ServerResponse, hasProblem = false): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  });
  response.end(payerPage(charge, ledger.cardOf(charge), hasProblem));
}
