import { DomainError } from '@backlot/contracts';
import { cryptoWebhook } from '@backlot/contracts/crypto';
import type { TenantDb, TenantId } from '@backlot/database';
import { registerWebhookPath } from '@backlot/database/shared-functions';
import { tenantOfWebhookPath } from '@backlot/database/webhook-paths';
import { readWebhookKnock } from '@backlot/payments/forumpay/read-answers';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findByProviderId } from './crypto-rows.ts';
import { lookLater } from './look-later.ts';

/** The secret part of the address that a site's webhooks come to: the same each time, and nobody can guess it. */
const doorOf = ({ secrets }: AppContext, tenantId: TenantId): string => secrets.hmac('crypto-webhooks', tenantId);

/** Where the provider tells of this site's payments. */
export async function cryptoWebhookUrl(ctx: AppContext, db: TenantDb, tenant: Tenant): Promise<string> {
  const door = doorOf(ctx, tenant.id);
  await registerWebhookPath(db, door);
  const { config } = ctx;
  const path = cryptoWebhook.path.replace(':door', door);
  if (config.webhookBase !== null) return `${config.webhookBase}${path}`;
  const isUsualPort = config.publicPort === (config.publicScheme === 'https' ? 443 : 80);
  return `${config.publicScheme}://api.${tenant.canonicalHost ?? tenant.hosts[0] ?? 'localhost'}${isUsualPort ? '' : `:${config.publicPort}`}${path}`;
}

const doorForm = /^[\w-]{22,100}$/;
const mostBytes = 64 * 1024;

/**
 * The provider waits two seconds and signs nothing: a payment of this site that it names is looked at by a job, at once
 * and however often it is named; everything else is answered and forgotten. Not enqueued → not 2xx.
 */
export function mountCryptoWebhook(app: FastifyInstance, ctx: AppContext): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.route<{ Params: { door: string }; Body: Buffer | undefined }>({
      method: cryptoWebhook.method,
      url: cryptoWebhook.path,
      config: { call: cryptoWebhook },
      handler: async (request, reply) => {
        const { door } = request.params;
        const tenantId = doorForm.test(door)
          ? await ctx.database.shared.read((db) => tenantOfWebhookPath(db, door))
          : null;
        if (tenantId === null || doorOf(ctx, tenantId) !== door) throw new DomainError('not-found');
        const knock = readWebhookKnock(request.body ?? Buffer.alloc(0));
        if (knock === null) throw new DomainError('invalid-request');
        if (knock.paymentId !== null) await answerKnock(ctx, tenantId, knock.paymentId);
        // A test wants a sign of who answers.
        return reply.send({ message: knock.isTest ? ctx.secrets.hmac('crypto-webhook-test', tenantId) : 'ok' });
      },
    });
  });
}

async function answerKnock(ctx: AppContext, id: TenantId, paymentId: string): Promise<void> {
  await ctx.database.tenants.write({ id }, async (db) => {
    const row = await findByProviderId(db, paymentId);
    if (row === null || row.state === 'quoted') return ctx.log.warn('a crypto webhook names no payment of its site');
    await lookLater(db, row.id, 0);
  });
}
