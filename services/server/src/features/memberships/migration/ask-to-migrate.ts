import { DomainError, type BodyOf } from '@backlot/contracts';
import type { askToMigrate as askCall } from '@backlot/contracts/migration';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findUser } from '../../accounts/index.ts';

/** Whether a member is asked, whatever the site does; null is as the site asks. @throws not-found, not-subscribed */
export async function askToMigrate(
  ctx: AppContext,
  tenant: Tenant,
  { user_id: userId, migration_subscription: isAsked }: BodyOf<typeof askCall>,
): Promise<boolean | null> {
  return ctx.database.tenants.write(tenant, async (db) => {
    if ((await findUser(db, userId))?.role !== 'user') throw new DomainError('not-found');
    const [row] = await db('subscriptions')
      .where({ user_id: userId })
      .update({ migration_asked: isAsked })
      .returning('migration_asked');
    if (row === undefined) throw new DomainError('not-subscribed');
    return row.migration_asked;
  });
}
