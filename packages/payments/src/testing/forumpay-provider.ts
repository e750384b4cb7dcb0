import { cryptoWindowMs } from '@backlot/domain/money/crypto';
import { decimalText, shareOf } from '@backlot/domain/money/decimal';
import { maxMinor } from '@backlot/domain/money/money';
import type { ForumpayCheck } from '../forumpay/answers.ts';
import type { ForumpayClient, PaymentKey } from '../forumpay/client.ts';
import { readWebhookKnock } from '../forumpay/read-answers.ts';
import type { Absent, ChargeOutcome, Declined, Unknown } from '../outcomes.ts';
import type { ChargeInput, ChargeState, SentCharge } from '../provider.ts';
import type { ContractOutcome, ContractProvider } from './contract-provider.ts';

/** The client's calls in the order in which the site makes them, behind the face that the contract knows. */
export function forumpayProvider(client: ForumpayClient, currency: string, webhookUrl: string): ContractProvider {
  const refusedOf = (answer: { readonly kind: 'refused'; readonly code: string } | Unknown): Declined | Unknown =>
    answer.kind === 'unknown' ? answer : { kind: 'declined', code: answer.code, reason: 'declined', hard: false };
  const wanted = ({ amountMinor, currency: invoiceCurrency }: ChargeInput) => ({
    invoiceAmount: (amountMinor / 100).toFixed(2),
    invoiceCurrency,
    currency,
  });

  /** By our reference and the rate's id, which is the payment's; a list without it proves nothing. */
  const findKey = async ({ reference, state }: SentCharge): Promise<PaymentKey | Absent | Unknown> => {
    if (typeof state['address'] === 'string')
      return { paymentId: String(state['paymentId']), currency, address: state['address'] };
    const answer = await client.transactions(reference);
    if (answer.kind === 'unknown') return answer;
    const listed = answer.kind === 'told' ? answer.value : [];
    return listed.find(({ paymentId }) => paymentId === state['paymentId']) ?? { kind: 'absent', certainty: 'never' };
  };
  const find = async (sent: SentCharge): Promise<ContractOutcome | Absent> => {
    const key = await findKey(sent);
    if ('kind' in key) return key;
    const answer = await client.check(key);
    return answer.kind === 'told' ? standing(answer.value, key, sent.state) : refusedOf(answer);
  };

  return {
    capabilities: {
      entries: ['address'],
      idempotentCharges: false,
      storedInstruments: false,
      renewals: 'ours',
      refunds: 'none',
      idempotentRefunds: false,
      webhooks: 'unsigned',
      bounds: { minMinor: 1, maxMinor },
    },
    prepare: ({ currency: invoiceCurrency }) => ({ invoiceCurrency }),
    arrange: async (state, input) => {
      const rate = await client.rate(wanted(input));
      return rate.kind === 'told'
        ? { kind: 'arranged', state: { ...state, paymentId: rate.value.paymentId } }
        : refusedOf(rate);
    },
    submit: async (state, input) => {
      const answer = await client.start({
        ...wanted(input),
        paymentId: String(state['paymentId']),
        reference: input.reference,
        payer: { id: 'payer', email: input.customer?.email ?? '', address: '203.0.113.7', userAgent: 'test' },
        webhookUrl,
      });
      if (answer.kind !== 'told') return refusedOf(answer);
      const { address, qr } = answer.value;
      return actionOf(qr, { ...state, address });
    },
    find,
    readWebhook: ({ raw }) => {
      const knock = readWebhookKnock(raw);
      if (knock === null) return { ok: false, reason: 'unreadable' };
      const providerRef = knock.paymentId;
      return {
        ok: true,
        externalId: providerRef ?? '',
        events: providerRef
          ? [{ type: 'look', externalId: providerRef, about: { providerRef }, occurredAt: new Date().toISOString() }]
          : [],
        kept: { raw: Buffer.from(JSON.stringify({ payment_id: providerRef })), headers: {} },
        reply: { contentType: 'application/json', body: '{"message":"ok"}' },
      };
    },
  };
}

const actionOf = (url: string, state: ChargeState): ContractOutcome => ({
  kind: 'action',
  action: { type: 'address', url },
  expiresAt: new Date(Date.now() + cryptoWindowMs).toISOString(),
  state,
});

function standing(
  { told, invoiceAmount, missing }: ForumpayCheck,
  { paymentId, currency, address }: PaymentKey,
  state: ChargeState,
): ContractOutcome | ChargeOutcome | Absent {
  if (told.isConfirmed && invoiceAmount)
    return {
      kind: 'succeeded',
      providerRef: paymentId,
      amountMinor: shareOf(100, invoiceAmount, { units: 1n, scale: 0 }),
      currency: String(state['invoiceCurrency']),
      billed: { amount: decimalText(told.paid), currency },
    };
  if (told.state === 'waiting' || told.state === 'underpayment') return actionOf(missing?.qr ?? address, state);
  // What comes late is taken as well.
  return told.state === 'cancelled'
    ? { kind: 'absent', certainty: 'never' }
    : { kind: 'pending', providerRef: paymentId };
}
