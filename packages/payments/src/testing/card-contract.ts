import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChargeInput } from '../provider.ts';
import { chargeInput } from './charge-inputs.ts';
import { chargeBy, instrumentOf, sentOf, takesCards } from './charging.ts';
import type { ContractProvider } from './contract-provider.ts';
import type { CardFate, ProviderUnderTest } from './contract-tests.ts';
import { describeReports } from './report-contract.ts';
import { describeStoredCards } from './stored-card-contract.ts';
import { webhookOf } from './webhook-of.ts';

interface Begun {
  readonly world: ProviderUnderTest;
  readonly provider: ContractProvider;
}

/** What every provider must do that takes cards. */
export function describeCards(start: () => Begun): void {
  describe('cards', () => {
    let world: ProviderUnderTest;
    let provider: ContractProvider;
    beforeAll(() => {
      ({ world, provider } = start());
    });
    beforeEach(({ skip }) => {
      if (!takesCards(provider)) skip();
    });

    const charge = (input: ChargeInput) => chargeBy(provider, input);

    const withToken = async (fate: CardFate): Promise<ChargeInput> =>
      chargeInput({ kind: 'token', token: await world.token(fate) });

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
      expect(provider.find ? await provider.find(sentOf(provider, input), 0) : { kind: 'succeeded' }).toMatchObject({
        kind: 'succeeded',
      });
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
    describeReports(async () => ({ world, provider, input: () => withToken('approved') }));
  });
}
