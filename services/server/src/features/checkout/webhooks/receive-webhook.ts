import { DomainError } from '@backlot/contracts';
import { webhook, webhookByAddress } from '@backlot/contracts/webhooks';
import type { TenantRef } from '@backlot/database';
import { tenantOfWebhookPath } from '@backlot/database/webhook-paths';
import { defaultSettings } from '@backlot/domain/settings';
import type { WebhookReply, WebhookRequest } from '@backlot/payments';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { findSettings } from '../../../sites/settings.ts';
import { findAccountByPath } from '../provider-accounts/account-rows.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
import type { AccountRow } from '../tables.ts';
import { keepDelivery } from './keep-delivery.ts';

/**
 * Providers' webhooks. The secret path says whose they are: it names one account of one site. The host means nothing: every
 * site's and the platform's own answer alike. Stored → 200 with what the provider expects to read; not stored → not 2xx, so
 * that the provider sends it again.
 */
export function mountWebhooks(app: FastifyInstance, ctx: AppContext): void {
  // Providers send forms, XML and bytes of no type; each adapter reads its own.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    for (const call of [webhook, webhookByAddress])
      scope.route<{ Params: Target; Body: Buffer | undefined }>({
        method: call.method,
        url: call.path,
        config: { call },
        handler: async (request, reply) => {
          const answer = await receive(ctx, request.site.kind === 'unknown' ? null : request.params, {
            method: request.method,
            query: new URLSearchParams(request.url.split('?')[1] ?? ''),
            headers: request.headers,
            address: request.ip,
            raw: request.body ?? Buffer.alloc(0),
          });
          return reply.type(answer.contentType).send(answer.body);
        },
      });
  });
}

const mostBytes = 256 * 1024;

interface Target {
  readonly provider: string;
  /** The secret part of the address. */
  readonly account: string;
}

/** @throws not-found for an unknown address, invalid-request for a request that the provider did not send */
async function receive(
  ctx: AppContext,
  target: Target | null,
  request: Omit<WebhookRequest, 'timeZone'>,
): Promise<WebhookReply> {
  const found = target && (await findTarget(ctx, target));
  const provider = found && providerOf(ctx, found.account);
  if (!found || !provider) throw new DomainError('not-found');
  const verdict = provider.readWebhook({ ...request, timeZone: found.timeZone });
  if (!verdict.ok) {
    ctx.log.warn(
      { account: found.account.id, provider: provider.name, reason: verdict.reason },
      'a webhook was refused',
    );
    throw new DomainError('invalid-request');
  }
  await ctx.database.tenants.write(found.tenant, (db) => keepDelivery(db, found.account, verdict));
  return verdict.reply;
}

const pathForm = /^[\w-]{20,100}$/;

async function findTarget(
  ctx: AppContext,
  { provider, account: path }: Target,
): Promise<{ tenant: TenantRef; account: AccountRow; timeZone: string } | null> {
  if (!pathForm.test(path)) return null;
  const id = await ctx.database.shared.read((db) => tenantOfWebhookPath(db, path));
  if (id === null) return null;
  const tenant = { id };
  return ctx.database.tenants.read(tenant, async (db) => {
    const account = await findAccountByPath(db, path);
    if (account?.provider !== provider) return null;
    const { timezone = defaultSettings('general').timezone } = await findSettings(db, ['timezone']);
    return { tenant, account, timeZone: String(timezone) };
  });
}
