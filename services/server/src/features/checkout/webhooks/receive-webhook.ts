import { DomainError } from '@backlot/contracts';
import { webhook } from '@backlot/contracts/memberships';
import type { TenantDb, TenantRef } from '@backlot/database';
import { toJson } from '@backlot/database/json-text';
import { tenantOfWebhookPath } from '@backlot/database/webhook-paths';
import type { ProviderEvent } from '@backlot/payments';
import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import { later } from '../../../jobs/later.ts';
import { findAccountByPath } from '../provider-accounts/account-rows.ts';
import type { AccountRow } from '../tables.ts';

/**
 * Providers' webhooks. Whose they are says the secret path, which names one account of one site; the host that they come to
 * means nothing: any of our sites and the platform's own answer alike. Stored → 200; not stored → not 2xx, so that the
 * provider sends it again.
 */
export function mountWebhooks(app: FastifyInstance, ctx: AppContext): void {
  app.route<{ Params: { provider: string; account: string } }>({
    method: 'POST',
    url: webhook.path,
    config: { call: webhook },
    handler: async (request) => {
      if (request.site.kind === 'unknown') throw new DomainError('not-found');
      const found = await findPath(ctx, request.params);
      const provider = found && ctx.providers.find(found.account.provider);
      if (!found || !provider) throw new DomainError('not-found');
      const raw = request.rawBody ?? Buffer.alloc(0);
      const verdict = provider.verifyWebhook(raw, request.headers);
      if (!verdict.ok) {
        ctx.log.warn(
          { account: found.account.id, provider: provider.name, reason: verdict.reason },
          'a webhook was refused',
        );
        throw new DomainError('invalid-request');
      }
      const delivery = { raw, headers: proofHeaders(request.headers), event: verdict.event };
      await ctx.database.tenants.write(found.tenant, (db) => keepDelivery(db, found.account, delivery));
      return { success: true, message: 'ok', data: null };
    },
  });
}

const pathForm = /^[\w-]{20,100}$/;

async function findPath(
  ctx: AppContext,
  { provider, account: path }: { provider: string; account: string },
): Promise<{ tenant: TenantRef; account: AccountRow } | null> {
  if (!pathForm.test(path)) return null;
  const id = await ctx.database.shared.read((db) => tenantOfWebhookPath(db, path));
  if (id === null) return null;
  const tenant = { id };
  const account = await ctx.database.tenants.read(tenant, (db) => findAccountByPath(db, path));
  return account?.provider === provider ? { tenant, account } : null;
}

interface Delivery {
  readonly raw: Buffer;
  readonly headers: Record<string, string>;
  readonly event: ProviderEvent;
}

/** Once, however often it comes, together with the job that acts on it. */
async function keepDelivery(db: TenantDb, account: AccountRow, { raw, headers, event }: Delivery): Promise<void> {
  const [inserted] = await db('webhook_deliveries')
    .insert({ id: v7(), account_id: account.id, external_id: event.externalId, raw, headers: toJson(headers) })
    .onConflict(['account_id', 'external_id'])
    .ignore()
    .returning('id');
  if (!inserted) return;
  await later(
    db,
    'apply-payment-notice',
    { deliveryId: inserted.id, accountId: account.id, event },
    { jobKey: `webhook:${inserted.id}`, maxAttempts: 25 },
  );
}

/** The signature, and nothing that could be a secret of ours or a person's. */
function proofHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name, value]) => /signature|timestamp/.test(name) && typeof value === 'string',
  );
  return Object.fromEntries(kept) as Record<string, string>;
}
