import { createCcbillDriver } from '@backlot/payments/ccbill/driver';
import { describeProvider, type CardFate, type ProviderUnderTest } from '@backlot/payments/testing/contract-tests';
import { startSandboxTwin } from '../src/index.ts';
import { testCards } from '../src/sandbox/test-cards.ts';

const faultOf = { silence: 'timeout', reset: 'reset', error: 'error' } as const;

const cardNumber = (fate: CardFate): string =>
  Object.keys(testCards).find((candidate) => testCards[candidate] === fate) ?? '';

async function ccbillWithTwin(): Promise<ProviderUnderTest> {
  const twin = await startSandboxTwin({ retryMs: 20 });
  const { ccbill } = twin;
  return {
    lacks: ['pending', 'challenge', 'page-look-up'],
    open: ({ withoutSecret = false } = {}) =>
      createCcbillDriver({ url: twin.url, timeLimitMs: 1_000, graceMs: 100 }).open({
        id: 'account-1',
        currency: 'USD',
        credentials: withoutSecret ? {} : { ...ccbill.account, isRestOn: 'on' },
      }),
    cardNumber,
    token: async (fate) => ccbill.token(cardNumber(fate)),
    loseNextAnswer: async (when, how) => ccbill.faults([{ kind: `${faultOf[how]}-${when}`, count: 1 }]),
    chargesMade: async (reference) => ccbill.sales().filter(({ passed }) => passed['reference'] === reference).length,
    webhook: async (wanted) => {
      const { event, body } = ccbill.notices().find(({ reference }) => reference === wanted)!;
      return { raw: Buffer.from(JSON.stringify(body)), headers: {}, query: new URLSearchParams({ eventType: event }) };
    },
    act: async (url, act) => {
      const form: Record<string, string> =
        typeof act === 'string'
          ? { act }
          : { act: 'card', number: cardNumber(act.card), month: '12', year: '2031', cvv: '123' };
      await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    },
    limitReports: async () => ccbill.extract.limit(3_600_000),
    liftReportLimit: async () => ccbill.extract.limit(0),
    close: () => twin.close(),
  };
}

describeProvider('ccbill', ccbillWithTwin);
