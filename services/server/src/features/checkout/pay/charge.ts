import type { TenantDb } from '@backlot/database';
import { toJson } from '@backlot/database/json-text';
import { sql, table } from '@backlot/database/sql';
import type { ChargeInput, ChargeState, FoundCharge } from '@backlot/payments';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { insertingAttempt } from '../intent-rows.ts';
import { webhookUrl } from '../provider-accounts/account-rows.ts';
import type { OpenedAccount } from '../provider-accounts/open-account.ts';
import type { Delivery } from '../settle/look-again.ts';
import { checkLater, settleAnswered } from '../settle/settle-attempt.ts';
import type { AttemptRow, IntentRow } from '../tables.ts';

/**
 * Milliseconds from the moment that an attempt is ready to sending it; a process that was held up longer does not send it
 * any more. From it a provider's `find` knows how long ago it was sent at the latest.
 */
export const sendWithinMs = 2_000;

/** Milliseconds until the first look whether an attempt that nobody has settled was charged. */
const firstCheckMs = 3_000;

/** A charge that is recorded and about to be sent. */
export interface OpenCharge extends OpenedAccount {
  readonly input: ChargeInput;
  readonly state: ChargeState;
}

/** Records that a provider is about to be asked, how it is found again, and who looks when no answer comes. */
export async function openCharge(
  db: TenantDb,
  { account, provider }: OpenedAccount,
  attempt: Pick<AttemptRow, 'intent_id' | 'instrument_id' | 'makes_primary'>,
  charge: Omit<ChargeInput, 'reference'>,
): Promise<OpenCharge> {
  const input = { reference: v7(), ...charge };
  const state = provider.prepare(input);
  const opening = insertingAttempt({
    id: input.reference,
    ...attempt,
    account_id: account.id,
    provider: account.provider,
    provider_state: state,
    isReady: !provider.arrange,
  });
  await checkLater(db, input.reference, firstCheckMs, opening);
  return { provider, account, input, state };
}

/** A purchase that was paid and delivered, as its answer needs it. */
export interface DeliveredPurchase {
  readonly intent: IntentRow;
  readonly attempt: Pick<AttemptRow, 'provider_ref'>;
  readonly standing: Delivery['standing'];
}

/**
 * Asks the provider, outside any transaction and without a connection, and records what it says. `recordedAt` is
 * performance.now() from before the attempt was recorded. Null where this has not delivered what was bought.
 */
export async function sendCharge(
  ctx: AppContext,
  tenant: Tenant,
  charge: OpenCharge,
  recordedAt: number,
): Promise<DeliveredPurchase | null> {
  const outcome = await submit(ctx, tenant, charge, recordedAt);
  const settled = outcome && (await settleAnswered(ctx, tenant, charge.input.reference, outcome));
  if (outcome?.kind !== 'succeeded' || !settled?.delivery) return null;
  const { intent, delivery } = settled;
  return {
    intent: { ...intent, state: 'succeeded' },
    attempt: { provider_ref: outcome.providerRef },
    standing: delivery.standing,
  };
}

const neverSent: FoundCharge = { kind: 'absent', certainty: 'final' };

/** Null when somebody ended the attempt before it was sent. */
async function submit(
  ctx: AppContext,
  tenant: Tenant,
  { provider, account, input, state }: OpenCharge,
  recordedAt: number,
): Promise<FoundCharge | null> {
  const asked = { ...input, notifyUrl: webhookUrl(ctx, tenant, account) };
  if (!provider.arrange)
    return performance.now() - recordedAt > sendWithinMs ? neverSent : provider.submit(state, asked);
  const arranged = await provider.arrange(state, asked);
  if (arranged.kind === 'declined') return arranged;
  if (arranged.kind === 'unknown') return neverSent;
  const readyAt = performance.now();
  const isReady = await ctx.database.tenants.write(tenant, (db) => makeReady(db, input.reference, arranged.state));
  if (!isReady) return null;
  return performance.now() - readyAt > sendWithinMs ? neverSent : provider.submit(arranged.state, asked);
}

/** False when the attempt was ended meanwhile: then it must not be sent. */
const makeReady = async (db: TenantDb, id: string, state: ChargeState): Promise<boolean> =>
  (await sql<{ id: string }>`
    update ${table('payment_attempts')} set provider_state = ${toJson(state)}, ready_at = clock_timestamp()
    where id = ${id} and state = 'started' and ready_at is null returning id`.first(db)) !== null;
