import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import { findOpenIntent, inProgress, insertIntent, intendedOf } from '../intent-rows.ts';
import type { Draft, Sellable } from '../sellable.ts';
import type { IntentRow } from '../tables.ts';
import type { BuyersCall } from './pay.ts';

interface OpeningCall {
  readonly request: BuyersCall;
  /** What the call says: the same key with anything else is refused. */
  readonly requestHash: string;
  /** What a call without a key joins. */
  readonly act: string;
}

/** Writes what is about to be bought, whatever pays for it. @throws payment-in-progress with the purchase that is open, what `reserve` refuses */
export async function openIntent(
  db: TenantDb,
  sold: Pick<Sellable, 'kind' | 'reserve'>,
  draft: Draft,
  { request, requestHash, act }: OpeningCall,
): Promise<IntentRow> {
  const { actor, idempotencyKey, now } = request;
  const { userId } = actor;
  const intent = await insertIntent(db, sold.kind, draft, {
    user_id: userId,
    idempotency_key: idempotencyKey ?? `act ${v7()}`,
    act: idempotencyKey === null ? act : null,
    request_hash: requestHash,
    address: request.address,
    user_agent: request.userAgent,
    device_id: request.deviceId,
    created_at: now,
  });
  if (intent === null) throw inProgress(await findOpenIntent(db, sold.kind, intendedOf(userId, draft)));
  await sold.reserve?.(db, intent, now);
  return intent;
}
