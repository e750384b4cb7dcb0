import { beforeAll, describe, expect, it } from 'vitest';
import type { FoundCharge } from '../outcomes.ts';
import type { ChargeInput, PaymentProvider } from '../provider.ts';
import { chargeInput } from './charge-inputs.ts';
import type { ProviderUnderTest } from './contract-tests.ts';

interface Begun {
  readonly world: ProviderUnderTest;
  readonly provider: PaymentProvider;
}

/** What every provider must do whose payers act on a page: of their bank, or of the provider. */
export function describeActions(start: () => Begun): void {
  describe('payers who have to act', () => {
    let world: ProviderUnderTest;
    let provider: PaymentProvider;
    beforeAll(() => {
      ({ world, provider } = start());
    });

    /** A charge that waits for its payer. */
    const wait = async (input: ChargeInput, type: 'challenge' | 'redirect') => {
      const outcome = await provider.submit(provider.prepare(input), input);
      if (outcome.kind !== 'action') throw new Error(outcome.kind);
      expect(outcome.action.type).toBe(type);
      expect(new URL(outcome.action.url).protocol).toMatch(/^https?:$/);
      expect(Date.parse(outcome.expiresAt)).toBeGreaterThan(Date.now());
      return outcome.action.url;
    };
    const challenged = async () => {
      const input = chargeInput({ kind: 'token', token: await world.token('challenge') });
      return { input, url: await wait(input, 'challenge') };
    };
    const hosted = async () => {
      const input = chargeInput({ kind: 'hosted' });
      return { input, url: await wait(input, 'redirect') };
    };
    const hasBanks = (): boolean => world.act !== undefined && !world.lacks?.includes('challenge');
    const sent = (input: ChargeInput) => ({ reference: input.reference, state: provider.prepare(input) });
    const find = (input: ChargeInput): Promise<FoundCharge> => provider.find!(sent(input), 0);

    it('a bank that asks charges nothing before it is answered, and the very amount after', async ({ skip }) => {
      if (!hasBanks() || !world.act || !provider.find) return skip();
      const { input, url } = await challenged();
      expect(await find(input)).toMatchObject({ kind: 'action' });
      await world.act(url, 'confirm');
      expect(await find(input)).toMatchObject({ kind: 'succeeded', amountMinor: input.amountMinor });
    });

    it('who denies it at their bank is charged nothing, and the card may be tried again', async ({ skip }) => {
      if (!hasBanks() || !world.act || !provider.find) return skip();
      const { input, url } = await challenged();
      await world.act(url, 'deny');
      expect(await find(input)).toMatchObject({ kind: 'declined', hard: false });
    });

    it('a page stays open after a refusal and says why, until a card is taken', async ({ skip }) => {
      if (!world.act || !provider.find || !provider.capabilities.entries.includes('hosted')) return skip();
      if (world.lacks?.includes('page-look-up')) return skip();
      const { input, url } = await hosted();
      expect(await find(input)).not.toHaveProperty('refused');
      for (const fate of ['declined', 'stolen'] as const) {
        await world.act(url, { card: fate });
        expect(await find(input)).toMatchObject({ kind: 'action', refused: { reason: expect.any(String) } });
      }
      await world.act(url, { card: 'approved' });
      expect(await find(input)).toMatchObject({ kind: 'succeeded', amountMinor: input.amountMinor });
    });

    it('what is closed takes nothing any more, whoever closed it', async ({ skip }) => {
      const { close } = provider;
      if (!hasBanks() || !world.act || !provider.find || !close) return skip();
      const byUs = await challenged();
      const ends = ['declined', 'absent'];
      expect(ends).toContain((await close(sent(byUs.input))).kind);
      await world.act(byUs.url, 'confirm');
      expect(ends).toContain((await find(byUs.input)).kind);
      if (!provider.capabilities.entries.includes('hosted')) return;
      const byPayer = await hosted();
      await world.act(byPayer.url, 'close');
      await world.act(byPayer.url, { card: 'approved' });
      expect(ends).toContain((await find(byPayer.input)).kind);
    });

    it('what was paid the moment before it is closed stays paid', async ({ skip }) => {
      if (!hasBanks() || !world.act || !provider.close) return skip();
      const { input, url } = await challenged();
      await world.act(url, 'confirm');
      expect(await provider.close(sent(input))).toMatchObject({ kind: 'succeeded', amountMinor: input.amountMinor });
    });
  });
}
