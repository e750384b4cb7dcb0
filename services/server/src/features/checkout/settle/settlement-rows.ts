import type { OpenItemDecision, OpenItemKind } from '@backlot/contracts/open-items';
import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import type { SettledElsewhere } from '../../../joints/open-items.ts';
import { countDebtors } from '../../ledger/index.ts';
import type { ByHand } from './settle-reversal.ts';

interface Decided {
  readonly asked: { readonly decision: OpenItemDecision };
  readonly by: ByHand;
  readonly now: Date;
}

/** Who settled it, when, how, and what shows it. */
export async function recordSettlement(
  db: TenantDb,
  { asked, by, now }: Decided,
  item: { readonly kind: OpenItemKind; readonly attemptId: string; readonly reversalId: string | null },
): Promise<void> {
  await db('open_item_settlements').insert({
    id: v7(),
    kind: item.kind,
    attempt_id: item.attemptId,
    reversal_id: item.reversalId,
    decision: asked.decision,
    evidence: by.evidence,
    settled_by: by.userId,
    settled_at: now,
  });
}

/** The same of what waited in no payment: a fan's debt, or what another feature knows. */
export async function recordBeside(
  db: TenantDb,
  { asked, by, now }: Decided,
  item: NonNullable<SettledElsewhere['record']>,
  id = v7(),
): Promise<void> {
  await db('open_item_settlements').insert({
    id,
    kind: item.kind,
    attempt_id: null,
    reversal_id: null,
    decision: asked.decision,
    evidence: by.evidence,
    settled_by: by.userId,
    settled_at: now,
    user_id: item.userId,
    amount_minor: item.amountMinor,
    currency: item.currency,
    ...(item.cryptoPaymentId === undefined ? {} : { crypto_payment_id: item.cryptoPaymentId }),
  });
}

/** Money that waits for somebody, and news of it that could not be applied. Partial indexes hold these alone. */
export async function countOpenItems(db: TenantDb): Promise<number> {
  const { open } = await sql<{ open: number }>`
    select ((select count(*) from ${table('payment_reversals')} where state in ('owed', 'refused', 'held'))
      + (select count(*) from ${table('payment_intents')} where state = 'held')
      + (select count(*) from ${table('payment_attempts')}
        where state in ('started', 'action', 'pending', 'unknown')
          and coalesce(action_expires_at, started_at) < now() - interval '15 minutes')
      + (select count(*) from ${table('webhook_deliveries')} where error is not null and settled_at is null)
      + (select count(*) from ${table('orphaned_series')} where ended_at is null and alarmed_at is not null)
    )::int as open`.one(db);
  return open + (await countDebtors(db));
}
