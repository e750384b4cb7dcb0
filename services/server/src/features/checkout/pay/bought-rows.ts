import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

/** Minor units that a person has paid or is about to pay since then, but for what is of these kinds. */
export const sumBought = async (
  db: TenantDb,
  userId: string,
  butFor: readonly string[],
  since: Date,
): Promise<number> => {
  const { minor } = await sql<{ minor: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as minor from ${table('payment_intents')}
    where user_id = ${userId} and state in ('open', 'succeeded') and kind <> all (${butFor}) and created_at > ${since}`
    .prepared()
    .one(db);
  return minor;
};
