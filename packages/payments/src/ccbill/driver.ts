import type { ChargeOutcome, FoundCharge } from '../outcomes.ts';
import type { ChargeInput, PaymentProvider, ProviderAccount, ProviderDriver, SentCharge } from '../provider.ts';
import { bounds, ccbillAccount, credentials, isBillable } from './account.ts';
import { newState, readState, writeState, type CcbillState } from './charge-state.ts';
import { confirmNotice } from './confirm.ts';
import { openDataLink } from './data-link.ts';
import { askExtract, extractBounds } from './extract.ts';
import { formUrl } from './form.ts';
import { ccbillHosts } from './hosts.ts';
import { createLockOutGuard } from './lock-out-guard.ts';
import { billedCurrencies, currencyCode } from './money.ts';
import { countReturns, endSubscription, refundSale } from './manage-sale.ts';
import { dayZone } from './notice-fields.ts';
import { declined } from './read-charge.ts';
import { receiveNotice } from './receive-notice.ts';
import { openRest } from './rest.ts';
import { arrangeToken, chargeToken, findByToken, type TokenCalls } from './token-charge.ts';

/** Where the stand-in is, and how long is waited for it. */
export interface CcbillTwin {
  readonly url: string;
  readonly timeLimitMs?: number;
  /** Milliseconds for which a charge that was sent may still be made after we stopped waiting. */
  readonly graceMs?: number;
}

/**
 * CCBill: its payment form, on which CCBill also charges the later payments of a membership; and, for an account with
 * credentials of the REST interface, cards that are charged again by us. `twin` stands in for it outside production.
 */
export const createCcbillDriver = (twin: CcbillTwin | null): ProviderDriver => ({
  name: 'ccbill',
  credentials,
  webhookAddress: (url) => url,
  mayDriveRenewals: true,
  open: (account) => openCcbill(account, twin),
});

function openCcbill(opened: ProviderAccount, twin: CcbillTwin | null): PaymentProvider {
  const account = ccbillAccount(opened);
  const hosts = ccbillHosts(twin);
  const timeLimitMs = twin?.timeLimitMs ?? 20_000;
  /** Milliseconds after a charge was sent from which it is made no more. */
  const finalAfterMs = timeLimitMs + (twin?.graceMs ?? 60_000);
  const guard = createLockOutGuard();
  const dataLink = openDataLink(hosts, account, timeLimitMs, guard);
  const calls: TokenCalls = { rest: openRest(hosts, account, timeLimitMs), account, isTwin: hosts.isTwin };

  const onForm = (
    reference: string,
    state: CcbillState,
    twinOnly: Readonly<Record<string, string>>,
  ): ChargeOutcome => ({
    kind: 'action',
    action: {
      type: 'redirect',
      url: formUrl(hosts, account, state.terms, { reference, reservation: state.reservation, ...twinOnly }),
    },
    expiresAt: state.until,
    state: writeState(state),
  });

  const find = async ({ reference, state: stored }: SentCharge, sentMsAgo: number): Promise<FoundCharge> => {
    const state = readState(stored);
    if (state === null) return { kind: 'absent', certainty: 'never' };
    if (state.way === 'token') return findByToken(calls, state, finalAfterMs - sentMsAgo);
    // No call of CCBill's finds a sale by what we know of it: its notice does.
    return Date.parse(state.until) > Date.now() ? onForm(reference, state, {}) : { kind: 'absent', certainty: 'final' };
  };

  return {
    name: 'ccbill',
    capabilities: {
      entries: ['hosted'],
      idempotentCharges: false,
      storedInstruments: account.rest !== null,
      renewals: account.rest === null ? 'provider' : 'ours',
      dayZone,
      refunds: 'partial',
      idempotentRefunds: false,
      webhooks: 'unsigned',
      bounds,
      currencies: billedCurrencies,
      reports: extractBounds,
    },
    prepare: (input) => writeState(newState(input)),
    async arrange(stored, input) {
      const state = readState(stored)!;
      if (state.way === 'form') return { kind: 'arranged', state: stored };
      const arranged = await arrangeToken(calls, state, input);
      return 'kind' in arranged ? arranged : { kind: 'arranged', state: writeState(arranged) };
    },
    async submit(stored, input) {
      const state = readState(stored)!;
      const { terms } = state;
      if (currencyCode(terms.currency) === null || !isBillable(terms.firstDays, terms.later))
        return { ...declined('not-billable'), reason: 'request-refused' };
      return state.way === 'form'
        ? onForm(input.reference, state, hosts.isTwin ? twinOnly(input) : {})
        : chargeToken(calls, state, input);
    },
    find,
    close: async (sent) =>
      // CCBill's page can't be closed: what is paid on it later is confirmed by its notice, and given back.
      readState(sent.state)?.way === 'form' ? { kind: 'absent', certainty: 'final' } : find(sent, 0),
    refund: (input) => refundSale(dataLink, input),
    countReturns: (input) => countReturns(dataLink, input),
    report: (window) => askExtract({ hosts, account, timeLimitMs, guard }, window),
    endSeries: ({ seriesRef }) => endSubscription(dataLink, seriesRef),
    readWebhook: (request) => receiveNotice(hosts, account, request),
    confirm: (event, sent) => confirmNotice(dataLink, event, sent),
  };
}

/** What staff set up in CCBill's console, and the stand-in is told with each payment. */
const twinOnly = ({ notifyUrl, returnUrl }: ChargeInput): Readonly<Record<string, string>> => ({
  ...(notifyUrl === undefined ? {} : { notifyUrl }),
  ...(returnUrl === undefined ? {} : { returnUrl }),
});
