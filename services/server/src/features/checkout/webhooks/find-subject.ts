import type { TenantDb } from '@backlot/database';
import type { ProviderEvent, ReversalEvent } from '@backlot/payments';
import { validate as isUuid } from 'uuid';
import type { AttemptRow } from '../tables.ts';
import type { AccountEvent } from './account-event.ts';
import { findReversedCharge } from './reversed-charge.ts';

/** The attempt that an event is about, of this account alone. */
export async function findSubject(db: TenantDb, { accountId, event }: AccountEvent): Promise<AttemptRow | null> {
  const { reference, providerRef, seriesRef } = event.about;
  const of = () => db('payment_attempts').where({ account_id: accountId });
  if (reference !== undefined && isUuid(reference)) return (await of().where({ id: reference }).first()) ?? null;
  const byRef = async (ref: string | undefined) =>
    (ref === undefined ? undefined : await of().where({ provider_ref: ref }).first()) ?? null;
  const named = await byRef(providerRef);
  if (named !== null || seriesRef === undefined) return named;
  return (isReversal(event) ? await findReversedCharge(db, { accountId, event }, seriesRef) : null) ?? byRef(seriesRef);
}

const isReversal = (event: ProviderEvent): event is ReversalEvent => 'amountMinor' in event;
