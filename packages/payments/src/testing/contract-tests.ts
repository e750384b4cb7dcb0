import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChargeInput, PaymentProvider } from '../provider.ts';
import type { WebhookHeaders } from '../webhook.ts';
import { describeActions } from './action-contract.ts';
import { chargeInput } from './charge-inputs.ts';
import { chargeBy, instrumentOf } from './charging.ts';
import { describeReports } from './report-contract.ts';
import { describeStoredCards } from './stored-card-contract.ts';
import { describeWebhooks, webhookOf } from './webhook-contract.ts';

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
export type PayersAct = 'confirm' | 'deny' | 'close' | { readonly card: CardFate };

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
  open(options?: { readonly withoutSecret?: boolean; readonly clockAheadMs?: number }): PaymentProvider;
  /** The number of the card with this fate. */
  cardNumber(fate: CardFate): string;
  /** A fresh token of a card with this fate. */
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
    let provider: PaymentProvider;
    beforeAll(async () => {
      world = await start();
      provider = world.open();
    });
    afterAll(() => world.close());

    const charge = (input: ChargeInput) => chargeBy(provider, input);

    const withToken = async (fate: CardFate): Promise<ChargeInput> =>
      chargeInput({ kind: 'token', token: await world.token(fate) });

    /** What find() says, or what a provider without it is excused from saying. */
    const lookUp = async (input: ChargeInput, excused: object, sentMsAgo = 0): Promise<object> =>
      provider.find
        ? provider.find({ reference: input.reference, state: provider.prepare(input) }, sentMsAgo)
        : excused;

    it('a good card is charged the very amount and gives an instrument without its number', async () => {
      const input = await withToken('approved');
      const outcome = await charge(input);
      expect(outcome).toMatchObject({
        kind: 'succeeded',
        amountMinor: input.amountMinor,
        currency: input.currency,
      });
      expect(JSON.stringify(outcome)).not.toContain(world.cardNumber('approved'));
      expect(await world.chargesMade(input.reference)).toBe(1);
      expect(await instrumentOf(world, provider, await withToken('approved'))).toMatchObject({
        brand: 'visa',
        last4: expect.stringMatching(/^\d{4}$/),
        expMonth: expect.any(Number),
        expYear: expect.any(Number),
      });
    });

    it('a declined card is declined and may be tried again', async () => {
      expect(await charge(await withToken('declined'))).toMatchObject({
        kind: 'declined',
        reason: 'declined',
        hard: false,
      });
    });

    it('a hard decline says that this card must not be tried again', async () => {
      expect(await charge(await withToken('stolen'))).toMatchObject({
        kind: 'declined',
        reason: 'new-card-needed',
        hard: true,
      });
    });

    it.for(['-23', '-24'] as const)('CARD-01 code %s means that the card needs attention', async (code, { skip }) => {
      if (world.lacks?.includes('attention')) skip();
      const outcome = await charge(await withToken(`needs-attention${code}`));
      expect(outcome).toMatchObject({ kind: 'declined', code, reason: 'card-needs-attention' });
    });

    it('a token that was used is refused, not charged again', async () => {
      const first = await withToken('approved');
      await charge(first);
      const second = { ...first, reference: randomUUID() };
      expect(await charge(second)).toMatchObject({ kind: 'declined', reason: 'token-spent' });
    });

    for (const how of ['silence', 'reset', 'error'] as const) {
      it(`an answer lost by ${how} before the charge is unknown, and find() says absent`, async () => {
        await world.loseNextAnswer('before', how);
        const input = await withToken('approved');
        expect(await charge(input)).toMatchObject({ kind: 'unknown' });
        expect(await lookUp(input, { kind: 'absent' })).toMatchObject({ kind: 'absent' });
        expect(await world.chargesMade(input.reference)).toBe(0);
      });

      it(`an answer lost by ${how} after the charge is unknown, and find() says succeeded`, async () => {
        await world.loseNextAnswer('after', how);
        const input = await withToken('approved');
        expect(await charge(input)).toMatchObject({ kind: 'unknown' });
        expect(await lookUp(input, { kind: 'succeeded', amountMinor: input.amountMinor })).toMatchObject({
          kind: 'succeeded',
          amountMinor: input.amountMinor,
        });
        expect(await world.chargesMade(input.reference)).toBe(1);
      });
    }

    it('the same reference again is the same charge', async ({ skip }) => {
      if (!provider.capabilities.idempotentCharges) skip();
      const input = await withToken('approved');
      const first = await charge(input);
      expect(first.kind).toBe('succeeded');
      expect(await charge(input)).toEqual(first);
      expect(await world.chargesMade(input.reference)).toBe(1);
    });

    it('the same reference many times at once is one charge', async ({ skip }) => {
      if (!provider.capabilities.idempotentCharges) skip();
      const input = await withToken('approved');
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => charge(input)));
      expect(outcomes[0]?.kind).toBe('succeeded');
      for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
      expect(await world.chargesMade(input.reference)).toBe(1);
    });

    it('the same reference for another amount is unknown and charges nothing more', async ({ skip }) => {
      if (!provider.capabilities.idempotentCharges) skip();
      const input = await withToken('approved');
      await charge(input);
      expect(await charge({ ...input, amountMinor: input.amountMinor + 1 })).toEqual({
        kind: 'unknown',
        cause: 'reference-conflict',
      });
      expect(await world.chargesMade(input.reference)).toBe(1);
    });

    it('a pending charge ends with a webhook that says how', async ({ skip }) => {
      if (world.lacks?.includes('pending')) skip();
      const input = await withToken('pending-then-succeeded');
      const outcome = await charge(input);
      if (outcome.kind !== 'pending') throw new Error(outcome.kind);
      const { raw, headers } = await world.webhook(input.reference);
      expect(provider.readWebhook(webhookOf({ raw, headers }))).toMatchObject({
        ok: true,
        events: [
          {
            type: 'charge',
            about: { reference: input.reference, providerRef: outcome.providerRef },
            outcome: { kind: 'succeeded' },
          },
        ],
      });
      expect(await lookUp(input, { kind: 'succeeded' })).toMatchObject({ kind: 'succeeded' });
    });

    it('a refund is made once and never exceeds what was taken', async ({ skip }) => {
      if (!provider.refund || provider.capabilities.refunds === 'none') return skip();
      const input = await withToken('approved');
      const taken = await charge(input);
      if (taken.kind !== 'succeeded') throw new Error(taken.kind);
      const { providerRef } = taken;
      const { amountMinor, currency } = input;
      const refund = { reference: randomUUID(), providerRef, amountMinor, currency, refundedBeforeMinor: 0 };
      const first = await provider.refund(refund);
      expect(first.kind).toBe('succeeded');
      expect(await provider.refund(refund)).toEqual(first);
      const more = {
        ...refund,
        reference: randomUUID(),
        amountMinor: 1,
        refundedBeforeMinor: amountMinor,
        returnsBefore: 1,
      };
      expect(await provider.refund(more)).toMatchObject({ kind: 'refused' });
      if (!provider.findReversed) return;
      expect(await provider.findReversed({ providerRef })).toMatchObject({ refundedMinor: amountMinor, currency });
    });

    describeStoredCards(() => ({ world, provider }));
    describeActions(() => ({ world, provider }));
    describeReports(async () => ({ world, provider, input: () => withToken('approved') }));
    describeWebhooks(async () => ({ world, provider, input: await withToken('approved') }));
  });
}
