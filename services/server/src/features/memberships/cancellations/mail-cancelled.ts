import type { TenantDb } from '@backlot/database';
import { mailLater } from '../../../mail/mail-later.ts';
import type { SubscriptionRow } from '../subscription-rows.ts';
import { isCancellationFinal } from '../undo-cancel.ts';

/** Tells a member that it ends, and what else is true of it: nothing is charged for a gift, nor is a final one taken back. */
export async function mailCancelled(
  db: TenantDb,
  cancelled: SubscriptionRow,
  { now, isGiven = false }: { readonly now: Date; readonly isGiven?: boolean },
): Promise<void> {
  await mailLater(db, 'cancelled', cancelled.user_id, {
    endsAt: cancelled.status === '0' ? null : (cancelled.ends_at?.toISOString() ?? null),
    at: now.toISOString(),
    isFinal: (await isCancellationFinal(db, cancelled.user_id)) ? 1 : 0,
    isGiven: isGiven ? 1 : 0,
  });
}
