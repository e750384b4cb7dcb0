import { countSitesOf } from '@backlot/database/shared-functions';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { UserRow } from '../../../session/session-rows.ts';

/** What is told to the owner of an account about it. */
export interface CallerRow {
  readonly callerId: string;
  readonly name: string;
  readonly email: string;
  readonly language: UserRow['language'];
  readonly defaultPaymentMethod: UserRow['default_payment_method'];
  readonly firstSubscribedAt: Date | null;
  readonly photoIdAcceptedAt: Date | null;
  /** That share its login, this one among them; 0 where it shares none. */
  readonly sites: number;
}

/** To be joined in another feature's statement: no row where the account is gone. */
export const callerRow = (userId: string): Sql<CallerRow> => sql<CallerRow>`
  select id as "callerId", name, email, language, default_payment_method as "defaultPaymentMethod",
    first_subscribed_at as "firstSubscribedAt", photo_id_accepted_at as "photoIdAcceptedAt",
    case when identity_id is null then 0 else ${countSitesOf(sql`id`)} end as sites
  from ${table('users')} where id = ${userId}`;
