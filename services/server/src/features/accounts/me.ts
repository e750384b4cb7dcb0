import type { MeView } from '@backlot/contracts/accounts';
import { isAdminRole, type Person } from '@backlot/domain/roles';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { membershipOf } from '../memberships/index.ts';
import { unreadCountsOf } from '../notifications/index.ts';
import { countSites } from './identity-rows.ts';
import { presentMe } from './present-me.ts';
import { findUser } from './user-rows.ts';
import { DomainError } from '@backlot/contracts';

/** The caller as the client sees it: three statements and, for merged accounts, one more. */
export async function meOf(ctx: AppContext, tenant: Tenant, actor: Actor, now: Date): Promise<MeView> {
  const { user, membership, unread } = await ctx.database.tenants.read(tenant, async (db) => ({
    user: await findUser(db, actor.userId),
    membership: await membershipOf(db, actor.userId, now),
    unread: isAdminRole(actor.role) ? await unreadCountsOf(db, actor) : null,
  }));
  if (user === null) throw new DomainError('session-ended');
  const sites = user.identity_id ? await ctx.database.shared.read((db) => countSites(db, user.identity_id!)) : 1;
  return presentMe({ user, role: actor.role, membership, unread, sites, locale: tenant.locale });
}

/** A viewer as the pure rules know a person. */
export const personOf = (me: Pick<MeView, 'role' | 'ccbillSubscriptionStatus'>): Person =>
  ({ role: me.role, status: me.ccbillSubscriptionStatus, isProxy: me.role === 'proxy_user' });
