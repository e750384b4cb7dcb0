import { DomainError, type Answer, type QueryOf } from '@backlot/contracts';
import type { listPurchaseNotifications as listCall } from '@backlot/contracts/notifications';
import { adminListLimit } from '@backlot/domain/limits';
import { contentManagerMay } from '@backlot/domain/routes/access';
import { toldNotifications } from '@backlot/domain/sites/notifications';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { listPurchaseNotices, lookedAt } from './purchase-rows.ts';
import { titlesOfPurchases } from './purchase-titles.ts';

/** What was bought by whom. Names of buyers are a list of subscribers, so DECISIONS 19 holds. @throws access-denied */
export async function listPurchaseNotifications(
  ctx: AppContext,
  tenant: Tenant,
  actor: Pick<Actor, 'userId' | 'role'>,
  { after = null }: { readonly after?: QueryOf<typeof listCall>['after'] | null },
): Promise<Answer<typeof listCall>['data']> {
  const settings = await ctx.settings.of(tenant);
  if (actor.role === 'content_manager' && !contentManagerMay('reports', settings))
    throw new DomainError('access-denied');
  const isTold = toldNotifications(actor.role, settings).includes('purchased');
  return ctx.database.tenants.read(tenant, async (db) => {
    const notices = await listPurchaseNotices(db, { after, limit: adminListLimit });
    // Whoever is not told has no number that would count as read: nothing is ever new to them.
    const looked = isTold ? await lookedAt(db, actor.userId) : null;
    const titles = await titlesOfPurchases(db, ctx, notices);
    return {
      notifications: notices.map(({ id, userId, name, email, contentId, at }) => ({
        _id: id,
        user: { _id: userId, name, email },
        post: contentId === null ? null : { _id: contentId, title: titles.get(contentId) ?? '' },
        date: at.toISOString(),
      })),
      looked_at: looked?.toISOString() ?? null,
      next: notices.length === adminListLimit ? (notices.at(-1)?.id ?? null) : null,
    };
  });
}
