import type { TenantDb } from '@backlot/database';
import { append } from '../../jobs/append.ts';
import type { SubscriptionRow } from './subscription-rows.ts';

/** Open pages of this person learn that their membership changed, in the transaction of the change. */
export const tellMembership = (db: TenantDb, row: SubscriptionRow): Promise<void> =>
  append(db, `user:${row.user_id}`, 'MEMBERSHIP_CHANGED', { status: row.status });
