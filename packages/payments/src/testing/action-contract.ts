import { beforeAll, describe, expect, it } from 'vitest';
import type { ChargeInput } from '../provider.ts';
import { chargeInput } from './charge-inputs.ts';
import { chargeBy, goodInput, sentOf, takesCards } from './charging.ts';
import type { ContractProvider } from './contract-provider.ts';
import type { ProviderUnderTest } from './contract-tests.ts';

interface Begun {
  readonly world: ProviderUnderTest;
  readonly provider: ContractProvider;
}

/** What every provider must do whose payers act on a page: of their bank, or of the provider. */
export function describeActions(start: () => Begun): void {
  describe('payers who have to act', () => {
    let world: ProviderUnderTest;
    let provider: ContractProvider;
    beforeAll(() => {
      ({ world, provider } = start());
    });

    /** A charge that waits for its payer. */
    const wait = async (input: ChargeInput, type: 'challenge' | 'redirect' | 'address') => {
      const outcome = await chargeBy(provider, input);
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
    const addressed = async () => {
      const input = await goodInput(world, provider);
      return { input, url: await wait(input, 'address') };
    };
    const hasBanks = (): boolean =>
      takesCards(provider) && world.act !== undefined && !world.lacks?.includes('challenge');
    const hasAddresses = (): boolean => provider.capabilities.entries.includes('address');
    const sent = (input: ChargeInput) => sentOf(provider, input);
    const find = (input: ChargeInput) => provider.find!(sent(input), 0);

    it('an address takes nothing before its payer sends it, and then says the very amount', async ({ skip }) => {
      if (!hasAddresses()) return skip();
      const { input, url } = await addressed();
      expect(await find(input)).toMatchObject({ kind: 'action' });
      await world.act!(url, 'confirm');
      expect(await find(input)).toMatchObject({
        kind: 'succeeded',
        amountMinor: input.amountMinor,
        currency: input.currency,
        billed: { amount: expect.stringMatching(/^\d+(\.\d+)?$/), currency: expect.any(String) },
      });
    });

    it('half of what is asked is told of as half of it, once nothing more is waited for', async ({ skip }) => {
      if (!hasAddresses()) return skip();
      const { input, url } = await addressed();
      await world.act!(url, 'half');
      expect(await find(input)).toMatchObject({ kind: 'action' });
      await world.act!(url, 'close');
      expect(await find(input)).toMatchObject({ kind: 'succeeded', amountMinor: input.amountMinor / 2 });
    });

    it('an address to which nothing was sent in time says so, and tells of what comes late', async ({ skip }) => {
      if (!hasAddresses()) return skip();
      const { input, url } = await addressed();
      await world.act!(url, 'close');
      expect(await find(input)).toEqual({ kind: 'absent', certainty: 'never' });
      await world.act!(url, 'confirm');
      expect(await find(input)).toMatchObject({ kind: 'succeeded' });
    });

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
