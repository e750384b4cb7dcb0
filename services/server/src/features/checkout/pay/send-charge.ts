import type { ChargeInput, ChargeOutcome, PaymentProvider } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { ListeningAccount } from '../provider-accounts/account-rows.ts';
import { webhookUrl } from '../webhooks/webhook-url.ts';
import { sendWithinMs } from './open-attempt.ts';
import { settleAttempt } from '../settle/settle-attempt.ts';

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
