import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomBytes, randomUUID } from 'node:crypto';
import { checkCard } from '../card-field/card-rules.ts';
import { readForm } from '../sandbox/http.ts';
import { behaviours } from '../sandbox/test-cards.ts';
import { currencyOfCode, minorOfPrice, newId, twinAccount, type TwinCardOnFile, type TwinToken } from './books.ts';
import { spoil } from './spoil.ts';
import { onFile, type CcbillTwin } from './twin.ts';

/** An answer, as the protocol writes it: some ids are long integers, so that a body is text. */
interface Answered {
  readonly status: number;
  readonly text: string;
}

const bearers = new WeakMap<CcbillTwin, Set<string>>();

/** `/ccbill-auth`, `/payment-tokens` and `/transactions`, as CCBill documents them. */
export async function answerRest(twin: CcbillTwin, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://twin');
  const known = bearers.get(twin) ?? new Set<string>();
  bearers.set(twin, known);
  if (pathname === '/ccbill-auth/oauth/token')
    return spoil(twin, 'oauth', response, async () => authorize(known, request, await readForm(request)));
  const bearer = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (!known.has(bearer)) return send(response, { status: 401, text: '' });
  if (!/^application\/vnd\.mcn\.transaction-service\.api\.v\.2\+json$/.test(request.headers.accept ?? ''))
    return send(response, failed(406, '100015', 'Accept'));
  const text = await readText(request);
  if (request.method === 'POST' && request.headers['content-type']?.startsWith('application/json') !== true)
    return send(response, failed(415, '100004', 'Content-Type'));
  const path = `${request.method} ${pathname}`;
  if (path === 'POST /payment-tokens/merchant-only') return spoil(twin, 'token', response, () => makeToken(twin, text));
  const asked = /^GET \/payment-tokens\/(\w+)\/threeds-required$/.exec(path)?.[1];
  if (asked) return spoil(twin, 'find', response, () => isScaRequired(twin, asked));
  const charged = /^POST \/transactions\/payment-tokens\/(\w+)$/.exec(path)?.[1];
  if (charged) return spoil(twin, 'charge', response, () => charge(twin, charged, text));
  const listed = /^GET \/transactions\/payment-tokens\/(\w+)$/.exec(path)?.[1];
  if (listed) return spoil(twin, 'find', response, () => list(twin, listed, searchParams));
  send(response, failed(404, '130000', 'not found'));
}

function authorize(known: Set<string>, request: IncomingMessage, form: URLSearchParams): Answered {
  const pair = Buffer.from(`${twinAccount.clientId}:${twinAccount.clientSecret}`).toString('base64');
  if (request.headers.authorization !== `Basic ${pair}`) return { status: 401, text: '' };
  if (form.get('grant_type') !== 'client_credentials') return failed(400, '200000', 'grant_type');
  const bearer = randomBytes(16).toString('hex');
  known.add(bearer);
  return json(200, { access_token: bearer, token_type: 'bearer', expires_in: 3600, scope: 'all' });
}

function makeToken(twin: CcbillTwin, text: string): Answered {
  // A client that rounded the id names one that is not there.
  const id = /"subscriptionId"\s*:\s*(\d{1,19})/.exec(text)?.[1] ?? '0';
  const body = parsed(text);
  if (body === null || body['clientAccnum'] !== Number(twinAccount.account))
    return failed(400, '100100', 'clientAccnum');
  const { validNumberOfUse: uses, timeToLive: hours } = body;
  const card = id === '0' ? typedCard(body) : (twin.books.sales.get(id)?.card ?? null);
  if (card === null)
    return id === '0' ? failed(400, '200000', 'Invalid credit card number') : failed(404, '100104', 'subscriptionId');
  const token = twin.books.addToken(
    id === '0' ? card : { ...card },
    typeof uses === 'number' ? uses : Infinity,
    typeof hours === 'number' ? hours : 24 * 365,
  );
  if (id !== '0') storedTokens.add(token);
  return json(200, {
    paymentTokenId: token.id,
    programParticipationId: null,
    originalPaymentTokenId: null,
    clientAccnum: Number(twinAccount.account),
    clientSubacc: Number(twinAccount.subAccount),
    createdDatetime: new Date().toISOString().slice(0, 19),
    timeToLive: hours,
    validNumberOfUse: uses,
    subscriptionId: id,
    paymentInfoId: null,
  });
}

/** Tokens of cards that were charged before. */
const storedTokens = new WeakSet<TwinToken>();

function typedCard(body: Readonly<Record<string, unknown>>): TwinCardOnFile | null {
  const info = (body['paymentInfo'] as { creditCardPaymentInfo?: Record<string, unknown> } | undefined)
    ?.creditCardPaymentInfo;
  const typed = checkCard(
    {
      number: String(info?.['cardNum'] ?? ''),
      month: Number(info?.['expMonth']),
      year: Number(info?.['expYear']),
      cvv: String(info?.['cvv2'] ?? ''),
    },
    new Date(),
  );
  return typed.ok ? onFile(typed) : null;
}

function isScaRequired(twin: CcbillTwin, id: string): Answered {
  const token = twin.books.tokens.get(id);
  if (!token) return failed(404, '100101', 'invalid token');
  const isAsked = behaviours[token.card.behaviour]?.challengeThen !== undefined;
  return json(200, isAsked || twin.strikes('challenge') !== null);
}

function charge(twin: CcbillTwin, id: string, text: string): Answered {
  const token = twin.books.tokens.get(id);
  const body = parsed(text);
  if (!token) return failed(404, '100101', 'invalid token');
  if (token.left <= 0 || token.until < Date.now()) return failed(400, '100102', 'token expired');
  const currency = currencyOfCode(String(body?.['currencyCode'] ?? ''));
  const price = body?.['initialPrice'];
  const amountMinor = currency && typeof price === 'number' ? minorOfPrice(price.toFixed(2), currency) : null;
  if (currency === null || amountMinor === null || body?.['clientAccnum'] !== Number(twinAccount.account))
    return failed(400, '200000', 'required');
  token.left -= 1;
  const pairs = Array.isArray(body['passThroughInfo'])
    ? (body['passThroughInfo'] as { name: string; value: string }[])
    : [];
  const passed = Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
  const sold = twin.sell('UpSale', token.card, {
    amountMinor,
    currency,
    firstDays: 0,
    later: null,
    passed: { ...passed, ...(storedTokens.has(token) ? { isStored: 'yes' } : {}) },
  });
  if (sold === '-23' || sold === '-24') return failed(500, sold === '-23' ? '100110' : '100111', 'throttled');
  if (typeof sold === 'string')
    // The denial's id is a long integer, also in this version.
    return {
      status: 200,
      text: `{"approved":false,"declineCode":${sold},"declineText":"declined","denialId":${newId()},"paymentUniqueId":null,"sessionId":null,"subscriptionId":null,"newPaymentTokenId":null}`,
    };
  token.sales.push(sold.subscriptionId);
  return json(200, {
    approved: true,
    declineCode: null,
    declineText: null,
    denialId: null,
    paymentUniqueId: Buffer.from(sold.card.last4).toString('base64'),
    sessionId: null,
    subscriptionId: sold.subscriptionId,
    newPaymentTokenId: null,
  });
}

function list(twin: CcbillTwin, id: string, query: URLSearchParams): Answered {
  const token = twin.books.tokens.get(id);
  if (!token) return failed(404, '100101', 'invalid token');
  if (query.get('clientAccnum') !== twinAccount.account) return failed(403, '100020', 'forbidden');
  return json(
    200,
    token.sales.map((subscriptionId) => ({
      clientAccnum: Number(twinAccount.account),
      clientSubacc: Number(twinAccount.subAccount),
      subscriptionId,
    })),
  );
}

const json = (status: number, body: unknown): Answered => ({ status, text: JSON.stringify(body) });

export const failed = (status: number, errorCode: string, message: string): Answered =>
  json(status, {
    id: randomUUID(),
    errors: [{ field: null, message }],
    generalMessage: message,
    errorCode,
    timestamp: new Date().toISOString(),
  });

function send(response: ServerResponse, { status, text }: Answered): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(text);
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' ? (body as Readonly<Record<string, unknown>> | null) : null;
  } catch {
    return null;
  }
}
