import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkCard } from '../card-field/card-rules.ts';
import { readForm } from '../sandbox/http.ts';
import { currencyOfCode, minorOfPrice, twinAccount } from './books.ts';
import { onFile, type CcbillTwin, type SaleTerms } from './twin.ts';

export const formPath = '/wap-frontflex/flexforms/';

/** Codes after which the form gives up at once; after others it does on the third. */
const hard: ReadonlySet<string> = new Set(['4', '54', '-23', '-24']);
const mostSoft = 3;
const softTries = new WeakMap<CcbillTwin, Map<string, number>>();

/** The payment form, on which a person plays the payer. A price that nobody signed is a bare 500. */
export async function serveForm(twin: CcbillTwin, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://twin');
  const terms = pathname === `${formPath}${twinAccount.form}` ? readTerms(searchParams) : null;
  if (terms === null) return page(response, 500, '<h1>Error</h1>');
  if (request.method !== 'POST') return page(response, 200, formOf(terms, ''));
  const form = await readForm(request);
  if (form.get('act') !== 'card') return leave(response, terms, 'Not paid.');
  const typed = checkCard(
    {
      number: form.get('number') ?? '',
      month: Number(form.get('month')),
      year: Number(form.get('year')),
      cvv: form.get('cvv') ?? '',
    },
    new Date(),
  );
  if (!typed.ok) return page(response, 200, formOf(terms, 'Number, date or security code is not right.'));
  const sold = twin.sell('NewSale', onFile(typed), terms);
  if (typeof sold !== 'string') return leave(response, terms, 'Paid.');
  const tries = softTries.get(twin) ?? new Map<string, number>();
  softTries.set(twin, tries);
  const key = terms.passed['reference'] ?? '';
  const count = (tries.get(key) ?? 0) + 1;
  tries.set(key, count);
  if (hard.has(sold) || count % mostSoft === 0) return leave(response, terms, 'Not paid.');
  page(response, 200, formOf(terms, `The card was refused (code ${sold}). Another one may work.`));
}

const own: ReadonlySet<string> = new Set([
  'clientAccnum',
  'clientSubacc',
  'initialPrice',
  'initialPeriod',
  'recurringPrice',
  'recurringPeriod',
  'numRebills',
  'currencyCode',
  'formDigest',
]);

function readTerms(query: URLSearchParams): SaleTerms | null {
  const of = (name: string): string => query.get(name) ?? '';
  const names = query.has('recurringPrice')
    ? ['initialPrice', 'initialPeriod', 'recurringPrice', 'recurringPeriod', 'numRebills', 'currencyCode']
    : ['initialPrice', 'initialPeriod', 'currencyCode'];
  const digest = createHash('md5')
    .update(names.map(of).join('') + twinAccount.salt)
    .digest('hex');
  const currency = currencyOfCode(of('currencyCode'));
  if (digest !== of('formDigest') || currency === null) return null;
  const amountMinor = minorOfPrice(of('initialPrice'), currency);
  const laterMinor = query.has('recurringPrice') ? minorOfPrice(of('recurringPrice'), currency) : null;
  const [firstDays, laterDays] = [Number(of('initialPeriod')), Number(of('recurringPeriod'))];
  if (amountMinor === null || amountMinor < 295 || amountMinor > 10_000 || firstDays < 2 || firstDays > 365)
    return null;
  if (query.has('recurringPrice') && (laterMinor === null || ![30, 60, 90].includes(laterDays))) return null;
  return {
    amountMinor,
    currency,
    firstDays,
    later: laterMinor === null ? null : { minor: laterMinor, days: laterDays },
    passed: Object.fromEntries([...query].filter(([name]) => !own.has(name))),
  };
}

function leave(response: ServerResponse, { passed }: SaleTerms, text: string): void {
  const back = passed['returnUrl'];
  if (back === undefined) return page(response, 200, `<h1>${text}</h1>`);
  response.writeHead(303, { location: back, 'cache-control': 'no-store' }).end();
}

function formOf({ amountMinor, currency, later }: SaleTerms, problem: string): string {
  const price = (minor: number): string =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).format(minor / (currency === 'JPY' ? 1 : 100));
  return `<h1>Payment form (sandbox)</h1><p><strong>${price(amountMinor)}</strong>${later ? `, then ${price(later.minor)} every ${later.days} days` : ''}</p>
${problem ? `<p role="alert" class="bad">${problem}</p>` : ''}<form method="post" autocomplete="off">
<label>Card number<input name="number" inputmode="numeric" maxlength="30" required></label>
<div><label>Month<input name="month" inputmode="numeric" maxlength="2" required></label>
<label>Year<input name="year" inputmode="numeric" maxlength="4" required></label>
<label>Security code<input name="cvv" inputmode="numeric" maxlength="4" required></label></div>
<button name="act" value="card">Pay</button><button class="plain" name="act" value="close" formnovalidate>Cancel</button></form>
<p class="note">A stand-in for development. It takes no money and knows no real card.</p>`;
}

function page(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Payment form (sandbox)</title>
<style>body{font:16px/1.55 system-ui,sans-serif;margin:0;color-scheme:light dark}main{max-width:26rem;margin:8vh auto;padding:2rem}h1{font-size:1.15rem}strong{font-size:1.6rem}.bad{color:#c4342a}
form,label{display:flex;flex-direction:column;gap:.35rem}form{gap:.85rem}form div{display:flex;gap:.75rem}input,button{font:inherit;padding:.6rem .7rem;border:1px solid #888;border-radius:8px;width:100%;box-sizing:border-box}button{font-weight:600;cursor:pointer}.note{font-size:.85rem;opacity:.7}</style><main>${body}</main></html>`);
}
