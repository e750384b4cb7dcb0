import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { AttemptRow } from '../tables.ts';

/**
 * What a series charged, newest first. The reference of a later charge begins with the series' own; its payer is whoever
 * began the series.
 */
export const chargesOf = (db: TenantDb, accountId: string, seriesRef: string): Promise<readonly AttemptRow[]> =>
  sql<AttemptRow>`
    select later.* from ${table('payment_attempts')} first
      join ${table('payment_intents')} begun on begun.id = first.intent_id
      join ${table('payment_intents')} bought on bought.user_id = begun.user_id
      join ${table('payment_attempts')} later on later.intent_id = bought.id and later.account_id = first.account_id
    where first.account_id = ${accountId} and first.provider_ref = ${seriesRef} and later.state = 'succeeded'
      and (later.id = first.id or starts_with(later.provider_ref, ${`${seriesRef}-`}))
    order by later.settled_at desc, later.id desc`.all(db);
