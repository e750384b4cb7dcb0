import type { SandboxTwin } from '@backlot/twins';
import { signedHeaders } from '@backlot/twins/sandbox/deliver';

/** A webhook that a provider has written and that is not lost. */
export interface PendingWebhook {
  readonly id: string;
  readonly provider: string;
  /** What it reports: `charge.succeeded`, `refund`, `chargeback` … */
  readonly type: string;
  /** The charge that it is about, as its provider's books name it. */
  readonly charge: string;
  readonly amountMinor: number;
  readonly url: string;
  readonly body: string;
  headers(): Record<string, string>;
  /** It was sent at least once. Its provider repeats it until it gets a 200. */
  wasDelivered: boolean;
}

export interface WebhookOutbox {
  /** What was written since the last call. */
  collect(): readonly PendingWebhook[];
}

/** The crypto provider only names the payment that changed, and signs nothing. */
export function openCryptoOutbox(twin: SandboxTwin): WebhookOutbox {
  let seen = 0;
  return {
    collect() {
      const webhooks = twin.crypto.webhooks().slice(seen);
      seen += webhooks.length;
      return webhooks.map(({ paymentId, url }, place) => {
        const payment = twin.crypto.payments().find((one) => one.paymentId === paymentId);
        const { reference = null, posId = null, currency = null, address = null } = payment ?? {};
        const body = JSON.stringify({
          payment_id: paymentId,
          reference_no: reference,
          pos_id: posId,
          currency,
          address,
        });
        return {
          id: `${paymentId}-${seen - webhooks.length + place}`,
          provider: 'forumpay',
          type: 'coins',
          charge: paymentId,
          amountMinor: 0,
          url,
          body,
          headers: () => ({ 'content-type': 'application/json' }),
          wasDelivered: false,
        };
      });
    },
  };
}

/** sticky.io only names the order that something happened to. */
export function openStickyOutbox(twin: SandboxTwin): WebhookOutbox {
  let seen = 0;
  return {
    collect() {
      const postbacks = twin.sticky.postbacks().slice(seen);
      seen += postbacks.length;
      return postbacks.map(({ orderId, url }, place) => ({
        id: `postback-${seen - postbacks.length + place}`,
        provider: 'sticky_io',
        type: 'postback',
        charge: twin.sticky.orders().find((order) => order.orderId === orderId)?.reference ?? orderId,
        amountMinor: 0,
        url,
        body: '',
        headers: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
        wasDelivered: false,
      }));
    },
  };
}

/** CCBill tells everything that happens to a subscription, and signs nothing. */
export function openCcbillOutbox({ ccbill }: SandboxTwin): WebhookOutbox {
  let seen = 0;
  return {
    collect() {
      const notices = ccbill.notices().slice(seen);
      seen += notices.length;
      return notices.flatMap(({ event, url, body, subscriptionId, reference }, place) => {
        if (url === null) return [];
        const { transactionId } = body;
        const target = new URL(url);
        target.searchParams.set('clientAccnum', ccbill.account.account);
        target.searchParams.set('eventType', event);
        return {
          id: `notice-${seen - notices.length + place}`,
          provider: 'ccbill',
          type: `of CCBill's ${event}`,
          charge:
            event === 'RenewalSuccess' ? `${subscriptionId}-${transactionId}` : (subscriptionId ?? reference ?? ''),
          amountMinor: 0,
          url: target.href,
          body: JSON.stringify(body),
          headers: () => ({ 'content-type': 'application/json' }),
          wasDelivered: false,
        };
      });
    },
  };
}

/** The card provider's webhooks wait here for the simulator to deliver them: the twin itself sends nothing. */
export function openSandboxOutbox(twin: SandboxTwin): WebhookOutbox {
  const written = twin.books.webhooks.values();
  let seen = 0;
  return {
    collect() {
      const found: PendingWebhook[] = [];
      while (seen < twin.books.webhooks.size) {
        const { webhook } = written.next().value!;
        seen += 1;
        const { id, type, url, body, reference } = webhook;
        if (url === null) continue;
        const { amount } = JSON.parse(body) as { amount: number };
        const headers = () => signedHeaders(body, twin.webhookSecret);
        found.push({
          id,
          provider: 'sandbox',
          type,
          charge: reference,
          amountMinor: amount,
          url,
          body,
          headers,
          wasDelivered: false,
        });
      }
      return found;
    },
  };
}
