import type { SandboxTwin } from '@backlot/twins';
import { signedHeaders } from '@backlot/twins/sandbox/deliver';

/** Something that a provider tells, and that has not been thrown away. */
export interface Notice {
  readonly id: string;
  readonly provider: string;
  /** What it tells of: `charge.succeeded`, `refund`, `chargeback` … */
  readonly type: string;
  /** The charge that it is about, as its provider's books name it. */
  readonly charge: string;
  readonly amountMinor: number;
  readonly url: string;
  readonly body: string;
  headers(): Record<string, string>;
  /** It was brought and not taken, or so it seemed: its provider goes on until it is. */
  wasBrought: boolean;
}

export interface PostOffice {
  /** What was written since the last time. */
  collect(): readonly Notice[];
}

/** The crypto provider only names the payment that changed, and signs nothing. */
export function openCryptoPost(twin: SandboxTwin): PostOffice {
  let seen = 0;
  return {
    collect() {
      const knocks = twin.crypto.webhooks().slice(seen);
      seen += knocks.length;
      return knocks.map(({ paymentId, url }, place) => {
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
          id: `${paymentId}-${seen - knocks.length + place}`,
          provider: 'forumpay',
          type: 'coins',
          charge: paymentId,
          amountMinor: 0,
          url,
          body,
          headers: () => ({ 'content-type': 'application/json' }),
          wasBrought: false,
        };
      });
    },
  };
}

/** sticky.io says no more than which order something happened to. */
export function openStickyPost(twin: SandboxTwin): PostOffice {
  let seen = 0;
  return {
    collect() {
      const told = twin.sticky.postbacks().slice(seen);
      seen += told.length;
      return told.map(({ orderId, url }, place) => ({
        id: `postback-${seen - told.length + place}`,
        provider: 'sticky_io',
        type: 'postback',
        charge: twin.sticky.orders().find((order) => order.orderId === orderId)?.reference ?? orderId,
        amountMinor: 0,
        url,
        body: '',
        headers: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
        wasBrought: false,
      }));
    },
  };
}

/** Everything that the card provider tells lies here until somebody carries it: the twin itself sends nothing. */
export function openSandboxPost(twin: SandboxTwin): PostOffice {
  const written = twin.books.webhooks.values();
  let seen = 0;
  return {
    collect() {
      const found: Notice[] = [];
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
          wasBrought: false,
        });
      }
      return found;
    },
  };
}
