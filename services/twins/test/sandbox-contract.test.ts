import { openSandbox } from '@backlot/payments/testing/open-sandbox';
import { describeProvider, type CardFate, type ProviderUnderTest } from '@backlot/payments/testing/contract-tests';
import { startSandboxTwin } from '../src/index.ts';
import { testCards } from '../src/sandbox/test-cards.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const faultOf = { silence: 'timeout', reset: 'reset', error: 'error' } as const;

function cardNumber(fate: CardFate): string {
  const number = Object.keys(testCards).find((candidate) => testCards[candidate] === fate);
  if (number === undefined) throw new Error(`The sandbox has no card that is ${fate}.`);
  return number;
}

async function sandboxWithTwin(): Promise<ProviderUnderTest> {
  const receiver = await startWebhookReceiver();
  const twin = await startSandboxTwin({ webhookUrl: receiver.url, pendingMs: 50, retryMs: 20 });
  return {
    open: ({ withoutSecret = false, clockAheadMs = 0 } = {}) =>
      openSandbox({
        url: twin.url,
        apiKey: twin.apiKey,
        timeLimitMs: 1_000,
        now: () => Date.now() + clockAheadMs,
        ...(withoutSecret ? {} : { webhookSecret: twin.webhookSecret }),
      }),
    cardNumber,
    token: (fate) => twin.control.token(cardNumber(fate)),
    loseNextAnswer: (when, how) => twin.control.faults([{ kind: `${faultOf[how]}-${when}`, count: 1 }]),
    chargesMade: async (reference) =>
      (await twin.control.charges()).filter((charge) => charge.reference === reference).length,
    webhook: (reference) => receiver.first((webhook) => webhook.body.charge.reference === reference),
    act: async (url, act) => {
      const form: Record<string, string> =
        typeof act === 'string'
          ? { act }
          : { act: 'card', number: cardNumber(act.card), month: '12', year: '2031', cvv: '123' };
      await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    },
    close: async () => {
      await twin.close();
      await receiver.close();
    },
  };
}

describeProvider('sandbox', sandboxWithTwin);
