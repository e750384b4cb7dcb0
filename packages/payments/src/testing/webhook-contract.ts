import { beforeAll, describe, expect, it } from 'vitest';
import type { ChargeInput, PaymentProvider } from '../provider.ts';
import type { ProviderUnderTest, ReceivedWebhook } from './contract-tests.ts';

interface Begun {
  readonly world: ProviderUnderTest;
  readonly provider: PaymentProvider;
  /** A charge that will be approved, not yet made. */
  readonly input: ChargeInput;
}

/** What every provider's webhooks must be: understood, and closed to whoever has not the secret. */
export function describeWebhooks(start: () => Promise<Begun>): void {
  describe('webhooks', () => {
    let world: ProviderUnderTest;
    let provider: PaymentProvider;
    let webhook: ReceivedWebhook;
    let input: ChargeInput;
    beforeAll(async () => {
      ({ world, provider, input } = await start());
      await provider.charge(input);
      webhook = await world.webhook(input.reference);
    });

    it('a webhook is understood', () => {
      expect(provider.verifyWebhook(webhook.raw, webhook.headers)).toMatchObject({
        ok: true,
        event: {
          type: 'charge.succeeded',
          reference: input.reference,
          amountMinor: input.amountMinor,
          currency: input.currency,
        },
      });
    });

    it('a changed body is refused', () => {
      const changed = Buffer.from(webhook.raw.toString('utf8').replace(`"amount":${input.amountMinor}`, '"amount":1'));
      expect(changed.equals(webhook.raw)).toBe(false);
      expect(provider.verifyWebhook(changed, webhook.headers)).toEqual({ ok: false, reason: 'signature-wrong' });
    });

    it('a webhook without a signature is refused', () => {
      expect(provider.verifyWebhook(webhook.raw, {})).toEqual({ ok: false, reason: 'signature-missing' });
    });

    it('a webhook that was signed long ago is refused', () => {
      const later = world.open({ clockAheadMs: 3_600_000 });
      expect(later.verifyWebhook(webhook.raw, webhook.headers)).toEqual({
        ok: false,
        reason: 'timestamp-outside-tolerance',
      });
    });

    it('without a secret everything is refused', () => {
      const closed = world.open({ withoutSecret: true });
      expect(closed.verifyWebhook(webhook.raw, webhook.headers)).toEqual({ ok: false, reason: 'not-configured' });
    });
  });
}
