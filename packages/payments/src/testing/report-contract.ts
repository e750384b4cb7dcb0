import { beforeAll, describe, expect, it } from 'vitest';
import type { ChargeInput } from '../provider.ts';
import type { ReportLine } from '../report.ts';
import { chargeBy } from './charging.ts';
import type { ContractProvider } from './contract-provider.ts';
import type { ProviderUnderTest } from './contract-tests.ts';

interface Begun {
  readonly world: ProviderUnderTest;
  readonly provider: ContractProvider;
  /** A charge that will be approved, not yet made. */
  readonly input: () => Promise<ChargeInput>;
}

/** What every provider's report must be, where there is one: whole, the account's own, and asked within its bounds. */
export function describeReports(start: () => Promise<Begun>): void {
  describe('report', () => {
    let world: ProviderUnderTest;
    let provider: ContractProvider;
    let begun: Begun;
    beforeAll(async () => {
      begun = await start();
      ({ world, provider } = begun);
    });

    /** What happened from a minute ago until a second from now. */
    const readNow = async (currency: string) => {
      await world.liftReportLimit?.();
      const now = Date.now();
      const report = await provider.report!({ from: new Date(now - 60_000), to: new Date(now + 1_000) });
      if (report.kind !== 'read') throw new Error(JSON.stringify(report));
      return report.linesIn(currency);
    };

    it('lists a charge and its refund, with the amount of each', async ({ skip }) => {
      if (!provider.report) return skip();
      const input = await begun.input();
      const taken = await chargeBy(provider, input);
      if (taken.kind !== 'succeeded') throw new Error(taken.kind);
      const { providerRef } = taken;
      const { currency } = input;
      await provider.refund!({
        reference: `refund-of-${input.reference}`,
        providerRef,
        amountMinor: 100,
        currency,
        refundedBeforeMinor: 0,
      });
      const lines = (await readNow(currency)).filter((line) => line.providerRef === providerRef);
      expect(lines).toMatchObject([
        { type: 'sale', amountMinor: input.amountMinor, currency },
        { type: 'refund', amountMinor: 100, currency },
      ]);
      // Whoever names no refund in its report tells of nothing that could be booked: of what to look at, or of nothing.
      const event = lines[1]!.event;
      if (provider.capabilities.webhooks === 'signed')
        expect(event).toMatchObject({ type: 'refund', amountMinor: 100 });
      else expect(event?.type ?? 'look').toBe('look');
      for (const { occurredAt } of lines) expect(Math.abs(Date.parse(occurredAt) - Date.now())).toBeLessThan(60_000);
    });

    it('tells of a charge under the id that its webhook has', async ({ skip }) => {
      if (!provider.report || provider.capabilities.webhooks !== 'signed') return skip();
      const input = await begun.input();
      await chargeBy(provider, input);
      const { raw } = await world.webhook(input.reference);
      const line = (await readNow(input.currency)).find(({ event }) => event?.about.reference === input.reference);
      expect(line?.event?.externalId).toBe((JSON.parse(raw.toString('utf8')) as { id: string }).id);
    });

    it('has no line from before or after what was asked for', async ({ skip }) => {
      if (!provider.report) return skip();
      await chargeBy(provider, await begun.input());
      await world.liftReportLimit?.();
      const { offByMs = 0, moneyBack } = provider.capabilities.reports!;
      const past = Date.now() - 3_600_000 - offByMs;
      const report = await provider.report({ from: new Date(past - 3_600_000), to: new Date(past) });
      if (report.kind !== 'read') throw new Error(JSON.stringify(report));
      // What went back is told as it stands now, where it is told as a total.
      const isOfWindow = ({ type }: ReportLine): boolean => moneyBack !== 'totals' || type === 'sale';
      expect(report.linesIn('USD').filter(isOfWindow)).toEqual([]);
    });

    it('asked again sooner than its provider allows, it says so', async ({ skip }) => {
      if (!provider.report || !world.limitReports) return skip();
      await world.limitReports();
      const window = { from: new Date(Date.now() - 60_000), to: new Date() };
      expect((await provider.report(window)).kind).toBe('read');
      expect(await provider.report(window)).toEqual({ kind: 'too-soon' });
    });

    it('within its bounds a day can be asked for at once', ({ skip }) => {
      if (!provider.report) return skip();
      expect(provider.capabilities.reports?.longestWindowMs).toBeGreaterThanOrEqual(86_400_000);
    });
  });
}
