import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChargeInput } from '../provider.ts';
import type { WebhookHeaders } from '../webhook.ts';
import { describeActions } from './action-contract.ts';
import { describeCards } from './card-contract.ts';
import { chargeBy, goodInput, sentOf, takesCards } from './charging.ts';
import type { ContractProvider } from './contract-provider.ts';
import { describeWebhooks } from './webhook-contract.ts';

export type CardFate =
  | 'approved'
  | 'declined'
  | 'stolen'
  | 'needs-attention-23'
  | 'needs-attention-24'
  | 'renewal-declined'
  | 'pending-then-succeeded'
  /** Its bank asks the payer. */
  | 'challenge';

/** What a payer does on the page that they are led to. */
export type PayersAct =
  | 'confirm'
  | 'deny'
  | 'close'
  /** Sends half of what is asked, where the payer says how much. */
  | 'half'
  | { readonly card: CardFate };

export interface ReceivedWebhook {
  readonly raw: Buffer;
  readonly headers: WebhookHeaders;
  /** How it came, where that is not a POST without a query. */
  readonly method?: string;
  readonly query?: URLSearchParams;
}

/** What a provider may be without. */
export type Lack =
  /** Charges are made or refused at once. */
  | 'pending'
  /** No card of it asks for the card-update flow. */
  | 'attention'
  /** No page of the bank's is led to; the provider's own page asks. */
  | 'challenge'
  /** How its page stands is told by webhooks alone. */
  | 'page-look-up';

/** A provider with something behind it that does what the tests ask. */
export interface ProviderUnderTest {
  /** Limits short enough that a lost answer costs a test no more than a second. */
  open(options?: { readonly withoutSecret?: boolean; readonly clockAheadMs?: number }): ContractProvider;
  /** The number of the card with this fate; asked only of who takes cards. */
  cardNumber(fate: CardFate): string;
  /** A fresh token of a card with this fate; likewise. */
  token(fate: CardFate): Promise<string>;
  /** The next charge gets no answer; `after`: it is made all the same. */
  loseNextAnswer(when: 'before' | 'after', how: 'silence' | 'reset' | 'error'): Promise<void>;
  /** How many charges exist behind the provider for this reference. */
  chargesMade(reference: string): Promise<number>;
  /** The webhook about this charge as it arrived. Waits for it. */
  webhook(reference: string): Promise<ReceivedWebhook>;
  readonly lacks?: readonly Lack[];
  /** Where payers may be led to a page. */
  act?(url: string, act: PayersAct): Promise<void>;
  /** Where the provider counts requests for its report: from now on it answers one an hour. */
  limitReports?(): Promise<void>;
  liftReportLimit?(): Promise<void>;
  close(): Promise<void>;
}

/** What every provider must do, whatever it talks to. Optional abilities are tested where they are claimed. */
export function describeProvider(name: string, start: () => Promise<ProviderUnderTest>): void {
  describe(`payment provider ${name}`, () => {
    let world: ProviderUnderTest;
    let provider: ContractProvider;
    beforeAll(async () => {
      world = await start();
      provider = world.open();
    });
    afterAll(() => world.close());

    /** What find() says, or what a provider without it is excused from saying. */
    const lookUp = async (input: ChargeInput, excused: object, sentMsAgo = 0): Promise<object> =>
      provider.find ? provider.find(sentOf(provider, input), sentMsAgo) : excused;

    it('what is stored before a charge is plain data, without anything that a person typed', async () => {
      const input = await goodInput(world, provider);
      const state = provider.prepare(input);
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      for (const typed of Object.values(input.customer ?? {}))
        if (typed.length > 2) expect(JSON.stringify(state)).not.toContain(typed);
      expect(await world.chargesMade(input.reference)).toBe(0);
    });

    for (const how of ['silence', 'reset', 'error'] as const) {
      it(`an answer lost by ${how} before the charge is unknown, and find() says absent`, async () => {
        await world.loseNextAnswer('before', how);
        const input = await goodInput(world, provider);
        expect(await chargeBy(provider, input)).toMatchObject({ kind: 'unknown' });
        const found = await lookUp(input, { kind: 'absent', certainty: 'never' });
        expect(found).toMatchObject({ kind: 'absent', certainty: expect.stringMatching(/^(final|not-yet|never)$/) });
        // Whoever says when it will be sure is sure then.
        if ('finalInMs' in found)
          expect(await lookUp(input, found, Number(found.finalInMs) + 1)).toEqual({
            kind: 'absent',
            certainty: 'final',
          });
        expect(await world.chargesMade(input.reference)).toBe(0);
      });

      it(`an answer lost by ${how} after the charge is unknown, and find() says how it stands`, async () => {
        await world.loseNextAnswer('after', how);
        const input = await goodInput(world, provider);
        expect(await chargeBy(provider, input)).toMatchObject({ kind: 'unknown' });
        const made = takesCards(provider) ? { kind: 'succeeded', amountMinor: input.amountMinor } : { kind: 'action' };
        expect(await lookUp(input, made)).toMatchObject(made);
        expect(await world.chargesMade(input.reference)).toBe(1);
      });
    }

    describeCards(() => ({ world, provider }));
    describeActions(() => ({ world, provider }));
    describeWebhooks(async () => ({ world, provider, input: await goodInput(world, provider) }));
  });
}
