import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import { findStoredCard } from '../cards/instrument-rows.ts';
import { insertIntent, intendedOf } from '../intent-rows.ts';
import { openAttempt } from './open-attempt.ts';
import type { Draft } from '../sellable.ts';
import type { OpenCharge } from './send-charge.ts';

export interface StoredCharge {
  readonly userId: string;
  readonly provider: string | null;
  readonly draft: Draft;
  readonly now: Date;
}

/**
 * Records a charge of the card on file that the site makes by itself; `sendCharge` sends it once this is committed. The
 * buyer is held. Null when it is under way or paid already, or can't be delivered any more.
 * @throws an Error for a kind that no feature sells
 */
export async function openStoredCharge(
  ctx: AppContext,
  db: TenantDb,
  kind: string,
  { userId, provider: name, draft, now }: StoredCharge,
): Promise<OpenCharge | 'not-configured' | 'no-card' | null> {
  const sold = ctx.sells.get(kind);
  const provider = name === null ? null : ctx.providers.find(name);
  if (name !== null && provider === null) return 'not-configured';
  const card = provider && (await findStoredCard(db, userId, provider.name));
  if (!provider || !card) return 'no-card';
  if (await sold.whyUndeliverable(db, intendedOf(userId, draft), now)) return null;
  const intent = await insertIntent(db, kind, draft, {
    user_id: userId,
    idempotency_key: `${kind}-${v7()}`,
    request_hash: '',
    created_at: now,
  });
  if (intent === null) return null;
  const attempt = await openAttempt(db, {
    intent_id: intent.id,
    provider: provider.name,
    instrument_id: card.id,
    makes_primary: false,
  });
  return {
    provider,
    input: {
      reference: attempt.id,
      amountMinor: draft.amountMinor,
      currency: draft.currency,
      recurring: draft.isRecurring,
      initiator: 'merchant',
      descriptor: draft.quote.descriptor,
      source: { kind: 'stored', instrumentId: card.provider_instrument },
    },
  };
}
