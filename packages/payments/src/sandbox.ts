import type { Absent, ChargeOutcome, ForgetOutcome, FoundCharge, KeepOutcome, RefundOutcome } from './outcomes.ts';
import type {
  ChargeInput,
  ChargeSource,
  PaymentProvider,
  ProviderAccount,
  ProviderDriver,
  RefundInput,
} from './provider.ts';
import { sandboxCardField } from './sandbox/card-field.ts';
import {
  declined,
  errorCode,
  readCharge,
  readFirstDigits,
  readKept,
  timeLimitedCall,
  type Answer,
} from './sandbox/answers.ts';
import { readReport, reportBounds, reportPath } from './sandbox/report.ts';
import { verifySandboxWebhook } from './sandbox/verify-webhook.ts';

export interface SandboxOptions {
  /** The sandbox's API, `http://127.0.0.1:8001`. */
  readonly url: string;
  /** Where browsers find the card field; the API's address when it is the same. */
  readonly fieldUrl?: string;
  readonly apiKey: string;
  /** Without it every webhook is refused. */
  readonly webhookSecret?: string;
  /** Milliseconds that a call may take before its outcome is unknown. */
  readonly timeLimitMs?: number;
  /** Milliseconds that the sandbox may still settle a charge in after we stopped waiting. */
  readonly graceMs?: number;
  /** Seconds that a webhook's signature may be old or ahead. */
  readonly toleranceSeconds?: number;
  /** Real time in milliseconds, for the age of signatures only. */
  readonly now?: () => number;
}

/** The provider for development and tests: real HTTP to a twin that can fail as providers do. Every site has the same key; the report tells charges apart by our accounts' ids. */
export const createSandboxDriver = (options: SandboxOptions): ProviderDriver => ({
  name: 'sandbox',
  credentials: {},
  open: (account) => openSandbox(options, account),
});

const bounds = { minMinor: 1, maxMinor: 100_000_000 };

function openSandbox(options: SandboxOptions, account: ProviderAccount): PaymentProvider {
  const timeLimitMs = options.timeLimitMs ?? 10_000;
  const graceMs = options.graceMs ?? 1_000;
  const pages = options.fieldUrl ?? options.url;
  const target = { url: options.url, apiKey: options.apiKey, timeLimitMs };
  /** Nobody waits long for what only counts tries. */
  const quick = { ...target, timeLimitMs: Math.min(timeLimitMs, 2_000) };
  /** Milliseconds after a charge was sent from which the sandbox makes it no more. */
  const finalAfterMs = timeLimitMs + 2 * graceMs;

  return {
    name: 'sandbox',
    capabilities: {
      entries: ['field', 'hosted'],
      idempotentCharges: true,
      storedInstruments: true,
      renewals: 'ours',
      refunds: 'partial',
      idempotentRefunds: true,
      webhooks: 'signed',
      bounds,
      reports: reportBounds,
    },
    cardField: (request) => sandboxCardField(pages, request),
    prepare: () => ({}),
    submit: async (_state, input) => {
      const body = { ...chargeBody(input, timeLimitMs + graceMs), account: account.id };
      const answer = await timeLimitedCall(target, 'POST', '/v1/charges', body);
      return answer.kind === 'unknown' ? answer : chargeOutcome(answer, input.reference, pages);
    },
    find: async ({ reference }, sentMsAgo) => {
      const answer = await timeLimitedCall(target, 'GET', `/v1/charges/by-reference/${encodeURIComponent(reference)}`);
      return answer.kind === 'unknown'
        ? answer
        : foundCharge(answer, reference, { pages, finalInMs: finalAfterMs - sentMsAgo });
    },
    close: async ({ reference }) => {
      const path = `/v1/charges/by-reference/${encodeURIComponent(reference)}/close`;
      const answer = await timeLimitedCall(target, 'POST', path, {});
      return answer.kind === 'unknown' ? answer : foundCharge(answer, reference, { pages, finalInMs: finalAfterMs });
    },
    firstDigits: async (token) => {
      const answer = await timeLimitedCall(quick, 'GET', `/v1/tokens/${encodeURIComponent(token)}`);
      return answer.kind === 'unknown' ? null : readFirstDigits(answer);
    },
    keepCard: async (input) => {
      const answer = await timeLimitedCall(target, 'POST', '/v1/instruments', input);
      return answer.kind === 'unknown' ? answer : keepOutcome(answer);
    },
    forgetCard: async ({ instrumentId }) => {
      const answer = await timeLimitedCall(target, 'DELETE', `/v1/instruments/${encodeURIComponent(instrumentId)}`);
      return answer.kind === 'unknown' ? answer : forgetOutcome(answer);
    },
    refund: async (input) => {
      const answer = await timeLimitedCall(target, 'POST', '/v1/refunds', refundBody(input));
      return answer.kind === 'unknown' ? answer : refundOutcome(answer);
    },
    report: async (window) => {
      const answer = await timeLimitedCall(target, 'GET', reportPath(account.id, window));
      return answer.kind === 'unknown' ? answer : readReport(answer, pages);
    },
    readWebhook: ({ raw, headers }) =>
      verifySandboxWebhook(
        {
          secret: options.webhookSecret,
          toleranceSeconds: options.toleranceSeconds ?? 300,
          now: options.now ?? Date.now,
          pages,
        },
        raw,
        headers,
      ),
  };
}

function chargeBody(input: ChargeInput, settleWithinMs: number) {
  return {
    reference: input.reference,
    amount: input.amountMinor,
    currency: input.currency,
    ...sourceBody(input.source),
    recurring: input.recurring,
    initiator: input.initiator,
    descriptor: input.descriptor,
    customer: input.customer,
    notify_url: input.notifyUrl,
    return_url: input.returnUrl,
    metadata: input.metadata,
    settle_within_ms: settleWithinMs,
  };
}

function sourceBody(source: ChargeSource) {
  if (source.kind === 'token') return { token: source.token };
  if (source.kind === 'stored')
    return { instrument: source.instrumentId, network_transaction_id: source.networkTransactionId };
  return source.kind === 'hosted' ? { hosted: true } : {};
}

const refundBody = (input: RefundInput) => ({
  reference: input.reference,
  charge: input.providerRef,
  amount: input.amountMinor,
  currency: input.currency,
});

/** A refusal (4xx) was not charged, except where it says that the reference is taken by another charge. */
function chargeOutcome(answer: Answer, reference: string, pages: string): ChargeOutcome {
  if (answer.status === 200) return readCharge(answer.body, reference, pages);
  const code = errorCode(answer.body);
  if (code === null) return { kind: 'unknown', cause: 'unreadable-answer' };
  if (answer.status === 409) return { kind: 'unknown', cause: 'reference-conflict' };
  return { ...declined(code), reason: 'request-refused' };
}

/** Only the sandbox's own word for it is `absent`; a 404 of anything in between is not. */
function foundCharge(
  answer: Answer,
  reference: string,
  { pages, finalInMs }: { readonly pages: string; readonly finalInMs: number },
): FoundCharge {
  if (answer.status === 200) return readCharge(answer.body, reference, pages);
  if (answer.status === 404 && errorCode(answer.body) === 'charge-not-found') return absentFor(finalInMs);
  return { kind: 'unknown', cause: 'provider-error' };
}

const absentFor = (finalInMs: number): Absent =>
  finalInMs > 0 ? { kind: 'absent', certainty: 'not-yet', finalInMs } : { kind: 'absent', certainty: 'final' };

function keepOutcome(answer: Answer): KeepOutcome {
  if (answer.status === 200) return readKept(answer.body);
  const code = errorCode(answer.body);
  return code === null
    ? { kind: 'unknown', cause: 'unreadable-answer' }
    : { ...declined(code), reason: 'request-refused' };
}

/** Only the sandbox's own word for it says that there is no such card. */
function forgetOutcome(answer: Answer): ForgetOutcome {
  if (answer.status === 200) return { kind: 'forgotten' };
  const code = errorCode(answer.body);
  if (code === null) return { kind: 'unknown', cause: 'unreadable-answer' };
  return answer.status === 404 && code === 'instrument-not-found' ? { kind: 'forgotten' } : { kind: 'refused', code };
}

function refundOutcome(answer: Answer): RefundOutcome {
  const { body } = answer;
  if (answer.status === 200 && typeof body === 'object' && body && 'id' in body && typeof body.id === 'string') {
    return { kind: 'succeeded', refundRef: body.id };
  }
  const code = errorCode(body);
  return answer.status >= 400 && code ? { kind: 'refused', code } : { kind: 'unknown', cause: 'unreadable-answer' };
}
