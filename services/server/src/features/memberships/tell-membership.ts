import type { TenantDb } from '@backlot/database';
import { appendEvent } from '@backlot/database/shared-functions';
import type { SubscriptionRow } from './subscription-rows.ts';

/** Open pages of this person learn that their membership changed, in the transaction of the change. */
export const tellMembership = (db: TenantDb, row: SubscriptionRow): Promise<void> =>
  appendEvent(db, { recipient: `user:${row.user_id}`, event: 'MEMBERSHIP_CHANGED', data: { status: row.status } });
