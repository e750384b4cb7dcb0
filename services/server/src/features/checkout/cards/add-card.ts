import { DomainError } from '@backlot/contracts';
import type { changePaymentMethod } from '@backlot/contracts/cards';
import type { Settings } from '@backlot/domain/settings';
import { actOf } from '../../../act.ts';
import type { CallRequest } from '../../../call-route.ts';
import type { AppContext } from '../../../context.ts';
import { requireSameSender } from '../../../narrowed.ts';
import { requireLiveSession, setDefaultPaymentMethod } from '../../accounts/index.ts';
import { lockBuyer } from '../../ledger/index.ts';
import { givenCardConsent } from './card-consent.ts';
import { cardOf, type TypedCard } from './card-payment.ts';
import { tryCard } from './card-tries.ts';
import { countCards, keepCard, listCards } from './instrument-rows.ts';
import { keepFirstCard } from './keep-first-card.ts';
import { tellCardChanged } from './tell-card-changed.ts';
import type { InstrumentRow } from '../tables.ts';

const mostCards = 10;

/**
 * Has the provider check a card and keeps it as the one that is paid with. Nothing is charged for it; a renewal that failed
 * is tried with it at once. A token is good for one card: sent again, it adds nothing more.
 * @throws not-found for another's userId, card-required, too-many-cards, payment-declined, card-needs-attention, payment-method-error, payments-not-configured,
 * session-ended, and what `tryCard` refuses
 */
export async function addCard(
  ctx: AppContext,
  request: CallRequest<typeof changePaymentMethod>,
): Promise<InstrumentRow[]> {
  const { tenant, actor, body, address, deviceId } = request;
  const { userId } = actor;
  requireSameSender(request, { userId: body.userId });
  const card = cardOf(request);
  if (card === null) throw new DomainError('card-required');
  if ((await ctx.database.tenants.read(tenant, (db) => countCards(db, userId))) >= mostCards)
    throw new DomainError('too-many-cards');
  const settings = await ctx.settings.of(tenant);
  const trying = { tenant, actor, address, deviceId, token: card.token, settings, humanCheck: body.human_check };
  return tryCard(ctx, trying, () => keepTyped(ctx, request, card, settings));
}

async function keepTyped(
  ctx: AppContext,
  { tenant, actor, address, deviceId, body, now }: CallRequest<typeof changePaymentMethod>,
  card: TypedCard,
  settings: Settings,
): Promise<InstrumentRow[]> {
  const { userId } = actor;
  const reference = actOf(tenant.id, userId, 'card', card.token);
  const { account, instrument } = await keepFirstCard(ctx, tenant, settings, card, {
    reference,
    actor,
    address,
    deviceId,
  }).catch((error: unknown) => {
    throw error instanceof DomainError && error.code === 'payment-failed'
      ? new DomainError('payment-method-error')
      : error;
  });
  return ctx.database.tenants.write(tenant, async (db) => {
    await lockBuyer(db, userId);
    await requireLiveSession(db, actor, now);
    const instrumentId = await keepCard(db, {
      userId,
      account,
      instrument,
      makesPrimary: true,
      consent: givenCardConsent(body.card_consent, { settings, tenant, keepsCards: true }, now),
      keptAt: 'card_page',
      now,
    });
    await tellCardChanged(ctx, db, { userId, account, instrumentId, isTyped: true, now });
    await setDefaultPaymentMethod(db, userId, 'card');
    return listCards(db, userId);
  });
}
