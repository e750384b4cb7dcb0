import type { ChargeOutcome, Declined, KeepOutcome } from '../outcomes.ts';
import type { ChargeInput, KeepCardInput, PaymentProvider, ProviderAccount, ProviderDriver } from '../provider.ts';
import type { StickyAnswer, StickyBody } from './ask.ts';
import { createStickyClient, type StickyClient } from './client.ts';
import { closeCharge, findCharge, findOrder, type Looking } from './find-order.ts';
import { stickyAccount, stickyCredentials, type StickyAccount, type StickyTwinAt } from './hosts.ts';
import { checkOrder, onFileOrder, tokenOrder } from './order-body.ts';
import { declinedAs, firstDigitsOf, instrumentOf, readRefusal } from './read-charge.ts';
import { readPostback } from './read-postback.ts';
import { findReversed, listReversed, refundOrder } from './refund.ts';
import { askReport, stickyReportBounds } from './report.ts';
import { endOrder, settledCharge, stopOrder } from './settled-charge.ts';
import { readState, writeState, type StickyState } from './state.ts';
import { viewCharge } from './view-charge.ts';
import { answerWithinMs, waitForPayer } from './wait-for-payer.ts';

export interface StickyOptions {
  /** The stand-in beside the server; absent in production. */
  readonly twin?: NonNullable<StickyTwinAt>;
  /** Milliseconds that a call may take before its outcome is unknown. */
  readonly timeLimitMs?: number | undefined;
  readonly now?: () => number;
  /** Milliseconds between calls of which there may be hundreds. */
  readonly paceMs?: number;
}

/**
 * sticky.io: orders in front of the merchant's own gateways. Renewals are ours, with the card of an earlier order: its
 * webhooks prove nothing and how it is kept from charging by itself is not documented by it.
 */
export const createStickyDriver = ({
  twin,
  timeLimitMs = 30_000,
  now = Date.now,
  paceMs = twin === undefined ? 600 : 0,
}: StickyOptions): ProviderDriver => ({
  name: 'sticky_io',
  credentials: stickyCredentials,
  hasStandIn: twin !== undefined,
  webhookAddress: (url) => `${url}?order_id={order_id}`,
  open: (account) =>
    openSticky(account, stickyAccount(account.credentials, twin ?? null), { timeLimitMs, now, paceMs }),
});

const bounds = { minMinor: 1, maxMinor: 100_000_000 };

interface Open {
  readonly account: StickyAccount;
  readonly client: StickyClient;
  readonly currency: string;
  readonly now: () => number;
}

function openSticky(
  { currency }: ProviderAccount,
  account: StickyAccount,
  { timeLimitMs, now, paceMs }: Required<Pick<StickyOptions, 'now' | 'paceMs'>> & { readonly timeLimitMs: number },
): PaymentProvider {
  const client = createStickyClient(account, timeLimitMs);
  const open: Open = { account, client, currency, now };
  const looking = (): Looking => ({ client, url: account.url, currency, now: new Date(now()) });
  return {
    name: 'sticky_io',
    capabilities: {
      entries: ['field'],
      idempotentCharges: false,
      storedInstruments: true,
      renewals: 'ours',
      refunds: 'partial',
      idempotentRefunds: false,
      webhooks: 'unsigned',
      bounds,
      reports: stickyReportBounds,
    },
    cardField: ({ origin, locale, tokens = {} }) => {
      const src = new URL(account.cardFieldUrl);
      src.searchParams.set('origin', origin);
      src.searchParams.set('lang', locale);
      for (const [name, value] of Object.entries(tokens)) src.searchParams.set(`t.${name}`, value);
      return { src: src.href, origin: src.origin };
    },
    prepare: ({ source }) =>
      writeState({
        since: new Date(now()).toISOString(),
        ...(source.kind === 'stored' ? { previousOrderId: source.instrumentId } : {}),
      }),
    submit: async (state, input) => {
      const begun = readState(state) ?? { since: new Date(now()).toISOString() };
      return charge(open, looking, begun, input);
    },
    find: (sent, sentMsAgo) => findCharge(looking(), sent, sentMsAgo),
    close: (sent) => closeCharge(looking(), sent),
    keepCard: (input) => keepCard(open, input),
    refund: (input) => refundOrder(client, input),
    findReversed: ({ providerRef }) => findReversed(client, providerRef, currency),
    listReversed: (sinceMsAgo) => listReversed(client, sinceMsAgo, now()),
    report: (window, signal) => askReport({ client, campaignId: account.campaignId, paceMs, now, signal }, window),
    endSeries: ({ seriesRef }) => endOrder(client, seriesRef),
    viewCharge: ({ providerRef }) => viewCharge(client, providerRef, { currency, campaignId: account.campaignId }),
    readWebhook: (request) => readPostback(request, new Date(now())),
  };
}

async function charge(
  { account, client, currency, now }: Open,
  looking: () => Looking,
  state: StickyState,
  input: ChargeInput,
): Promise<ChargeOutcome> {
  const { reference } = input;
  const answer = await place(account, client, input);
  if (answer.kind === 'declined' || answer.kind === 'unknown') return answer;
  if (answer.kind === 'limited') return { ...declinedAs('try-again-later'), code: answer.code };
  const { code, body } = answer;
  const orderId = orderIdIn(body);
  // The card or email bought before, by its own count: what became of ours tells the look-up.
  if (code === '334') {
    const found = await findCharge(looking(), { reference, state: writeState(state) }, 0);
    return found.kind === 'absent' ? { kind: 'declined', code, reason: 'request-refused', hard: false } : found;
  }
  if (code === '101' && orderId !== undefined)
    return waitForPayer(account.url, { ...state, orderId }, new Date(now() + answerWithinMs).toISOString());
  if (code !== '100') return (await refusalOf(client, body, code, orderId)) ?? unreadable;
  if (orderId === undefined) return unreadable;
  // The answer names no card and no currency: the order does.
  const viewed = await client.view(orderId);
  const made = viewed.kind === 'told' && viewed.value !== null ? viewed.value : null;
  const asked = { reference, currency, ...(state.previousOrderId ? { previousOrderId: state.previousOrderId } : {}) };
  return (
    (made && (await settledCharge(client, made, asked))) ?? {
      kind: 'pending',
      providerRef: orderId,
      state: writeState({ ...state, orderId }),
    }
  );
}

/** A declined order shows what its card begins with, which the answer does not. */
async function refusalOf(
  client: StickyClient,
  body: StickyBody,
  code: string,
  orderId: string | undefined,
): Promise<Declined | null> {
  const refused = readRefusal(code, String(body['decline_reason'] ?? ''), orderId);
  if (refused === null || orderId === undefined || refused.reason === 'token-spent') return refused;
  const viewed = await client.view(orderId);
  return viewed.kind === 'told' && viewed.value !== null ? { ...refused, ...firstDigitsOf(viewed.value) } : refused;
}

const orderIdIn = ({ order_id: id }: StickyBody): string | undefined =>
  /^\d{1,20}$/.test(String(id)) ? String(id) : undefined;

const unreadable = { kind: 'unknown', cause: 'unreadable-answer' } as const;

function place(account: StickyAccount, client: StickyClient, input: ChargeInput): Promise<StickyAnswer | Declined> {
  const { source, customer } = input;
  if (source.kind === 'stored') return client.orderOnFile(onFileOrder(account, input, source.instrumentId));
  if (source.kind === 'token' && customer) return client.newOrder(tokenOrder(account, input, source.token, customer));
  return Promise.resolve({ kind: 'declined', code: 'no-card-given', reason: 'request-refused', hard: false });
}

/**
 * The same reference checks once: its token can't be used again, and the order that it made is found. That took nothing, and
 * would bill later all the same where its product bills by itself.
 */
async function keepCard({ account, client, now }: Open, input: KeepCardInput): Promise<KeepOutcome> {
  const answer = await client.newOrder(checkOrder(account, input.reference, input.token, input.customer));
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'limited') return { ...declinedAs('try-again-later'), code: answer.code };
  const refused =
    answer.code === '100' ? null : await refusalOf(client, answer.body, answer.code, orderIdIn(answer.body));
  if (answer.code !== '100' && refused?.reason !== 'token-spent') return refused ?? unreadable;
  const placed = answer.code === '100' ? orderIdIn(answer.body) : undefined;
  const since = new Date(now()).toISOString();
  const found = await findOrder({ client }, input.reference, { since, ...(placed ? { orderId: placed } : {}) });
  const order = found.kind === 'told' ? found.value : null;
  if (order?.status === 'declined') return refused ?? unreadable;
  const instrument = order && instrumentOf(order, order.orderId);
  // An order that can't be seen now may be one that bills again.
  const stopped = order?.isRecurring === false ? undefined : (order?.orderId ?? placed);
  const unended = stopped === undefined ? {} : await stopOrder(client, stopped);
  return { ...(instrument ? { kind: 'kept', instrument } : (refused ?? unreadable)), ...unended };
}
