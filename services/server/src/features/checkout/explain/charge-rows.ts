import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { chargesByLast4 } from '../card-of-charge.ts';

export interface ExplainedCharge {
  readonly userId: string;
  /** What was bought (`Sellable.kind`). */
  readonly sold: string;
  readonly title: string | null;
  readonly at: Date;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reference: string | null;
}

/** Most charges that one line of a statement is taken to mean. */
const most = 20;

/** The newest charges that a statement's line may mean: of cards that end in these digits, of this amount, in this time. */
export const listCharges = (
  db: TenantDb,
  { last4, amountMinor, from, to }: { last4: string; amountMinor: number; from: Date; to: Date },
): Promise<ExplainedCharge[]> =>
  sql<ExplainedCharge>`
    select i.user_id as "userId", i.kind as sold, i.quote ->> 'title' as title, i.created_at as at,
      t.taken_minor as "amountMinor", t.taken_currency as currency, t.provider_ref as reference
    from ${table('payment_attempts')} t join ${table('payment_intents')} i on i.id = t.intent_id
    where t.id in (${chargesByLast4(last4, sql`t.id`)}) and t.state = 'succeeded' and t.taken_minor = ${amountMinor}
      and i.created_at >= ${from} and i.created_at < ${to}
    order by i.created_at desc, i.id desc limit ${most}`.all(db);
