import type { TenantDb } from '@backlot/database';
import type { ChargeInput, ChargeOutcome, PaymentProvider } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { insertAttempt } from '../intent-rows.ts';
import type { ListeningAccount } from '../provider-accounts/account-rows.ts';
import { checkLater, settleAttempt } from '../settle/settle-attempt.ts';
import type { AccountRow, AttemptRow } from '../tables.ts';
import { webhookUrl } from '../webhooks/webhook-url.ts';

/**
 * Milliseconds from recording an attempt to sending it; a process that was held up longer does not send it any more.
 * With the provider's own limit it makes the age at which 'absent' is final.
 */
export const sendWithinMs = 2_000;

/** Milliseconds until the first look whether an attempt that nobody has settled was charged. */
const firstCheckMs = 3_000;

/** Records that a provider is about to be asked, by which account, and who looks when no answer comes. */
export async function openAttempt(
  db: TenantDb,
  { id: accountId, provider }: AccountRow,
  attempt: Pick<AttemptRow, 'intent_id' | 'instrument_id' | 'makes_primary'>,
): Promise<AttemptRow> {
  const row = await insertAttempt(db, { ...attempt, account_id: accountId, provider });
  await checkLater(db, row.id, firstCheckMs);
  return row;
}

/** A charge that is recorded and about to be sent. */
export interface OpenCharge {
  readonly provider: PaymentProvider;
  readonly account: ListeningAccount;
  readonly input: ChargeInput;
}

/**
 * Asks the provider, outside any transaction and without a connection, and records what it says. `recordedAt` is
 * performance.now() from before the attempt was recorded.
 */
export async function sendCharge(
  ctx: AppContext,
  tenant: Tenant,
  { provider, account, input }: OpenCharge,
  recordedAt: number,
): Promise<void> {
  const isTooLate = performance.now() - recordedAt > sendWithinMs;
  const outcome: ChargeOutcome | { kind: 'absent' } = isTooLate
    ? { kind: 'absent' }
    : await provider.charge({ ...input, notifyUrl: webhookUrl(ctx, tenant, account) });
  await settleAttempt(ctx, tenant, input.reference, outcome);
}
