import { DomainError } from '@backlot/contracts';
import { webhook } from '@backlot/contracts/memberships';
import { storeWebhook } from '@backlot/database/webhooks';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { taskOf } from '../../../jobs/later.ts';

/**
 * Providers' webhooks. Whose payment it is says our own record, so the host they come to means nothing: any of our sites
 * and the platform's own answer alike. Stored → 200; not stored → not 2xx, so that the provider sends it again.
 */
export function mountWebhooks(app: FastifyInstance, ctx: AppContext): void {
  app.route<{ Params: { provider: string } }>({
    method: 'POST',
    url: webhook.path,
    config: { call: webhook },
    handler: async (request) => {
      if (request.site.kind === 'unknown') throw new DomainError('not-found');
      const provider = ctx.providers.find(request.params.provider);
      if (provider === null) throw new DomainError('not-found');
      const raw = request.rawBody ?? Buffer.alloc(0);
      const verdict = provider.verifyWebhook(raw, request.headers);
      if (!verdict.ok) {
        ctx.log.warn({ provider: provider.name, reason: verdict.reason }, 'a webhook was refused');
        throw new DomainError('invalid-request');
      }
      const { event } = verdict;
      const stored = await storeWebhook(ctx.database, {
        provider: provider.name,
        externalId: event.externalId,
        raw,
        headers: proofHeaders(request.headers),
        reference: event.reference,
        ...taskOf('apply-payment-notice', { provider: provider.name, event }),
      });
      if (stored === 'no-such-payment')
        ctx.log.warn({ provider: provider.name, reference: event.reference }, 'a webhook names no payment of ours');
      return { success: true, message: 'ok', data: null };
    },
  });
}

/** The signature, and nothing that could be a secret of ours or a person's. */
function proofHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name, value]) => /signature|timestamp/.test(name) && typeof value === 'string',
  );
  return Object.fromEntries(kept) as Record<string, string>;
}
