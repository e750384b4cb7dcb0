import type { TenantDb } from '@backlot/database';
import { mailLater } from '../../../mail/mail-later.ts';
import type { SubscriptionRow } from '../subscription-rows.ts';
import { isCancellationFinal } from '../undo-cancel.ts';

/** Tells a member when it ends. Nothing was charged for a gift, and a final cancellation can't be taken back. */
export async function mailCancelled(
  db: TenantDb,
  cancelled: SubscriptionRow,
  { now, isGiven = false }: { readonly now: Date; readonly isGiven?: boolean },
): Promise<void> {
  await mailLater(db, 'cancelled', cancelled.user_id, {
    endsAt: cancelled.status === '0' ? null : (cancelled.ends_at?.toISOString() ?? null),
    at: now.toISOString(),
    isFinal: (await isCancellationFinal(db, cancelled.user_id, now)) ? 1 : 0,
    isGiven: isGiven ? 1 : 0,
  });
}
