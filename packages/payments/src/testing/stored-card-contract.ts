import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChargeInput } from '../provider.ts';
import { chargeInput, renewalOf } from './charge-inputs.ts';
import { chargeBy, instrumentOf } from './charging.ts';
import type { ContractProvider } from './contract-provider.ts';
import type { CardFate, ProviderUnderTest } from './contract-tests.ts';

interface Begun {
  readonly world: ProviderUnderTest;
  readonly provider: ContractProvider;
}

/** What every provider must do that keeps cards: charge them later, and forget them. */
export function describeStoredCards(start: () => Begun): void {
  describe('stored cards', () => {
    let world: ProviderUnderTest;
    let provider: ContractProvider;
    beforeAll(() => {
      ({ world, provider } = start());
    });

    const charge = (input: ChargeInput) => chargeBy(provider, input);
    const withToken = async (fate: CardFate): Promise<ChargeInput> =>
      chargeInput({ kind: 'token', token: await world.token(fate) });

    it('a stored instrument is charged without a token', async ({ skip }) => {
      if (!provider.capabilities.storedInstruments) skip();
      const { id, last4 } = await instrumentOf(world, provider, await withToken('approved'));
      expect(await charge(renewalOf(id))).toMatchObject({ kind: 'succeeded', amountMinor: 1234 });
      expect(await instrumentOf(world, provider, renewalOf(id))).toMatchObject({ last4 });
    });

    it('a card is kept without a charge and charged later', async ({ skip }) => {
      const { keepCard } = provider;
      if (!keepCard) return skip();
      const { customer } = chargeInput({ kind: 'token', token: '' });
      const input = { reference: randomUUID(), token: await world.token('approved'), customer: customer! };
      const kept = await keepCard(input);
      if (kept.kind !== 'kept') throw new Error(kept.kind);
      expect(await keepCard(input)).toEqual(kept);
      expect(await world.chargesMade(input.reference)).toBe(0);
      expect(await charge(renewalOf(kept.instrument.id))).toMatchObject({
        kind: 'succeeded',
        instrument: kept.instrument,
      });
      expect(await charge({ ...chargeInput({ kind: 'token', token: input.token }) })).toMatchObject({
        kind: 'declined',
        reason: 'token-spent',
      });
      const refused = await keepCard({
        reference: randomUUID(),
        token: await world.token('declined'),
        customer: customer!,
      });
      expect(refused).toMatchObject({ kind: 'declined', reason: 'declined' });
    });

    it('a stored card that is to be forgotten is charged no more, however often it is said', async ({ skip }) => {
      if (!provider.forgetCard) return skip();
      const input = await withToken('approved');
      const taken = await charge(input);
      if (taken.kind !== 'succeeded') throw new Error(taken.kind);
      const forgotten = { instrumentId: taken.instrument!.id };
      expect(await provider.forgetCard(forgotten)).toEqual({ kind: 'forgotten' });
      expect(await provider.forgetCard(forgotten)).toEqual({ kind: 'forgotten' });
      expect(await charge(renewalOf(taken.instrument!.id))).toMatchObject({
        kind: 'declined',
        reason: 'new-card-needed',
      });
      expect(
        provider.find ? await provider.find({ reference: input.reference, state: provider.prepare(input) }, 0) : taken,
      ).toEqual(taken);
    });

    it('a card may be good at first and declined at renewal', async ({ skip }) => {
      if (!provider.capabilities.storedInstruments) skip();
      const { id } = await instrumentOf(world, provider, await withToken('renewal-declined'));
      expect(await charge(renewalOf(id))).toMatchObject({
        kind: 'declined',
        reason: 'insufficient-funds',
      });
    });
  });
}
