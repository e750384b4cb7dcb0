import { beforeAll, describe, expect, it } from 'vitest';
import type { ChargeInput } from '../provider.ts';
import { chargeBy } from './charging.ts';
import type { ContractProvider } from './contract-provider.ts';
import type { ProviderUnderTest, ReceivedWebhook } from './contract-tests.ts';
import { webhookOf } from './webhook-of.ts';

interface Begun {
  readonly world: ProviderUnderTest;
  readonly provider: ContractProvider;
  /** A charge that will be approved, not yet made. */
  readonly input: ChargeInput;
}

/** What every provider's webhooks must be: understood, and closed to whoever has not the secret. */
export function describeWebhooks(start: () => Promise<Begun>): void {
  describe('webhooks', () => {
    let world: ProviderUnderTest;
    let provider: ContractProvider;
    let webhook: ReceivedWebhook;
    let input: ChargeInput;
    beforeAll(async () => {
      ({ world, provider, input } = await start());
      const outcome = await chargeBy(provider, input);
      if (outcome.kind === 'action') await world.act!(outcome.action.url, 'confirm');
      webhook = await world.webhook(input.reference);
    });

    it('a webhook is understood', ({ skip }) => {
      if (provider.capabilities.webhooks === 'unsigned') skip();
      expect(provider.readWebhook(webhookOf(webhook))).toMatchObject({
        ok: true,
        events: [
          {
            type: 'charge',
            about: { reference: input.reference },
            outcome: { kind: 'succeeded', amountMinor: input.amountMinor, currency: input.currency },
          },
        ],
        reply: { contentType: expect.stringContaining('/') },
      });
    });

    it('one that nobody signed is a reason to look or to confirm, and nothing that a person typed is kept of it', ({
      skip,
    }) => {
      if (provider.capabilities.webhooks === 'signed') skip();
      const read = provider.readWebhook(webhookOf(webhook));
      if (!read.ok) throw new Error(read.reason);
      expect(read.events.map(({ type }) => type)).toEqual([provider.confirm ? 'charge' : 'look']);
      expect(Object.values(read.events[0]!.about).filter(Boolean)).not.toEqual([]);
      expect(read.reply.contentType).toContain('/');
      const kept = JSON.stringify([read.kept.raw.toString('utf8'), read.kept.headers]);
      for (const typed of Object.values(input.customer ?? {})) if (typed.length > 2) expect(kept).not.toContain(typed);
    });

    it("one that is to be confirmed is refused from an address that is not its provider's", ({ skip }) => {
      if (!provider.confirm) skip();
      expect(provider.readWebhook({ ...webhookOf(webhook), address: '198.51.100.7' })).toEqual({
        ok: false,
        reason: 'address-foreign',
      });
    });

    it('a changed body is refused', ({ skip }) => {
      if (provider.capabilities.webhooks === 'unsigned') skip();
      const changed = Buffer.from(webhook.raw.toString('utf8').replace(`"amount":${input.amountMinor}`, '"amount":1'));
      expect(changed.equals(webhook.raw)).toBe(false);
      expect(provider.readWebhook(webhookOf({ raw: changed, headers: webhook.headers }))).toEqual({
        ok: false,
        reason: 'signature-wrong',
      });
    });

    it('a webhook without a signature is refused', ({ skip }) => {
      if (provider.capabilities.webhooks === 'unsigned') skip();
      expect(provider.readWebhook(webhookOf({ raw: webhook.raw, headers: {} }))).toEqual({
        ok: false,
        reason: 'signature-missing',
      });
    });

    it('a webhook that was signed long ago is refused', ({ skip }) => {
      if (provider.capabilities.webhooks === 'unsigned') skip();
      const later = world.open({ clockAheadMs: 3_600_000 });
      expect(later.readWebhook(webhookOf(webhook))).toEqual({
        ok: false,
        reason: 'timestamp-outside-tolerance',
      });
    });

    it('without a secret everything is refused', ({ skip }) => {
      if (provider.capabilities.webhooks === 'unsigned') skip();
      const closed = world.open({ withoutSecret: true });
      expect(closed.readWebhook(webhookOf(webhook))).toEqual({ ok: false, reason: 'not-configured' });
    });
  });
}
