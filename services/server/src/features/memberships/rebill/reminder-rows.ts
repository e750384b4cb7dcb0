import type { TableOf, TenantDb } from '@backlot/database';
import type { Reminder } from '@backlot/domain/memberships/reminders';

/** What a member is written to before a charge; `at_risk`: that it will fail. */
export type ReminderKind = Reminder | 'at_risk';

declare module 'knex/types/tables.js' {
  interface Tables {
    subscription_reminders: TableOf<{ subscription_id: string; kind: ReminderKind; period_end: Date; sent_at: Date }>;
  }
}

/** Written down with the mail, so that it is sent once however often this runs; false where it was before. */
export async function addReminder(
  db: TenantDb,
  reminder: { readonly subscriptionId: string; readonly kind: ReminderKind; readonly periodEnd: Date },
  now: Date,
): Promise<boolean> {
  const [added] = await db('subscription_reminders')
    .insert({
      subscription_id: reminder.subscriptionId,
      kind: reminder.kind,
      period_end: reminder.periodEnd,
      sent_at: now,
    })
    .onConflict()
    .ignore()
    .returning('kind');
  return added !== undefined;
}
