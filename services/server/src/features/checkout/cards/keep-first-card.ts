import { DomainError } from '@backlot/contracts';
import type { Instrument } from '@backlot/payments';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { ListeningAccount } from '../provider-accounts/account-rows.ts';
import { cardTaking, openChosenAccount } from '../provider-accounts/open-account.ts';
import { endSeriesOfCheck } from '../settle/orphaned-series.ts';
import type { TypedCard } from './card-payment.ts';
import { countDigits, type CardTrying } from './card-tries.ts';

/** A card that later payments will be taken from, and the account that takes them. */
export interface FirstCard {
  readonly account: ListeningAccount;
  readonly instrument: Instrument;
}

/** Who has a card checked. */
export interface Checking extends Pick<CardTrying, 'actor' | 'address' | 'deviceId'> {
  /** Names the request: sent again, it checks nothing twice. */
  readonly reference: string;
}

/**
 * Has a provider check and keep a card for what costs nothing now and something later. Nothing is charged, so that a lost
 * answer or a kill here costs nobody anything.
 * @throws card-required, amount-not-billable where a card is typed on the provider's page, payments-not-configured, payment-declined, card-needs-attention, payment-failed
 */
export async function keepFirstCard(
  ctx: AppContext,
  tenant: Tenant,
  settings: Settings,
  card: TypedCard | null,
  checking: Checking,
): Promise<FirstCard> {
  // On the provider's page no card can be kept without a charge.
  if (card === null)
    throw new DomainError(cardTaking(ctx, settings)?.entry === 'hosted' ? 'amount-not-billable' : 'card-required');
  const { account, provider } = await ctx.database.tenants.write(tenant, (db) =>
    openChosenAccount(ctx, db, settings, settings.currency),
  );
  if (!provider.keepCard) throw new DomainError('payments-not-configured');
  const kept = await provider.keepCard({ reference: checking.reference, token: card.token, customer: card.customer });
  const { unendedSeriesRef: seriesRef } = kept;
  // With or without the card: before anything that may fail.
  if (seriesRef !== undefined)
    await endSeriesOfCheck(ctx, tenant, { userId: checking.actor.userId, accountId: account.id, seriesRef });
  if (kept.kind === 'kept') return { account, instrument: kept.instrument };
  if (kept.kind === 'unknown') throw new DomainError('payment-failed', {}, { details: { allow_cascade: false } });
  await countDigits(ctx, { ...checking, tenant, settings }, kept);
  const code = kept.reason === 'card-needs-attention' ? 'card-needs-attention' : 'payment-declined';
  throw new DomainError(
    code,
    {},
    { details: { decline_code: kept.code, decline_reason: kept.reason, allow_cascade: !kept.hard } },
  );
}
