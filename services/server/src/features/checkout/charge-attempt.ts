import type { ChargeInput, ChargeOutcome, PaymentProvider } from '@backlot/payments';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { sendWithinMs } from './open-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Asks the provider, outside any transaction and without a connection, and records what it says. `recordedAt` is
 * performance.now() from before the attempt was recorded.
 */
export async function chargeAttempt(ctx: AppContext, tenant: Tenant, provider: PaymentProvider, input: ChargeInput, recordedAt: number): Promise<void> {
  const isTooLate = performance.now() - recordedAt > sendWithinMs;
  const outcome: ChargeOutcome | { kind: 'absent' } = isTooLate ? { kind: 'absent' } : await provider.charge(input);
  await settleAttempt(ctx, tenant, input.reference, outcome);
}
