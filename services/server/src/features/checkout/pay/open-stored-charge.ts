import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import { isRefusedForGood } from '../cards/declines-of-card.ts';
import { findStoredCard } from '../cards/instrument-rows.ts';
import { insertIntent, intendedOf } from '../intent-rows.ts';
import { findAccount, listen } from '../provider-accounts/account-rows.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
import { openCharge, type OpenCharge } from './charge.ts';
import type { Draft } from '../sellable.ts';
import { storedSource } from './open-customer-charge.ts';

export interface StoredCharge {
  readonly userId: string;
  /** The account that the series was begun with; null for none. */
  readonly accountId: string | null;
  readonly draft: Draft;
  /** It was declined for its period before: a card that was refused for good is none. */
  readonly hasFailed?: boolean;
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
  { userId, accountId, draft, hasFailed = false, now }: StoredCharge,
): Promise<OpenCharge | 'not-configured' | 'no-card' | null> {
  const sold = ctx.sells.get(kind);
  const known = accountId === null ? null : await findAccount(db, accountId);
  if (known === null) return 'no-card';
  const provider = providerOf(ctx, known);
  if (provider === null) return 'not-configured';
  const card = await findStoredCard(db, userId, known.id);
  if (!card) return 'no-card';
  const { period } = draft;
  if (hasFailed && period) {
    const ofPeriod = { instrumentId: card.id, subscriptionId: period.subscriptionId, periodEnd: period.endsAt };
    if (await isRefusedForGood(db, ofPeriod)) return 'no-card';
  }
  if (await sold.whyUndeliverable(db, intendedOf(userId, draft), now)) return null;
  const intent = await insertIntent(db, kind, draft, {
    user_id: userId,
    idempotency_key: `${kind}-${v7()}`,
    request_hash: '',
    created_at: now,
  });
  if (intent === null) return null;
  const account = await listen(db, known);
  return openCharge(
    db,
    { provider, account },
    { intent_id: intent.id, instrument_id: card.id, makes_primary: false },
    {
      amountMinor: draft.amountMinor,
      currency: draft.currency,
      recurring: draft.isRecurring,
      initiator: 'merchant',
      descriptor: draft.quote.descriptor,
      source: storedSource(card),
    },
  );
}
