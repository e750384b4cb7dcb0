import { DomainError } from '@backlot/contracts';
import type { tryAnotherWay as tryCall } from '@backlot/contracts/another-way';
import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { CallRequest } from '../../../call-route.ts';
import type { AppContext } from '../../../context.ts';
import { getLiveBuyer } from '../../accounts/index.ts';
import { lockBuyer } from '../../ledger/index.ts';
import { givenCardConsent } from '../cards/card-consent.ts';
import { typedCard, type TypedCard } from '../cards/card-payment.ts';
import { tryCard } from '../cards/card-tries.ts';
import { findIntent, findOpenIntent, inProgress, lastAttemptOf } from '../intent-rows.ts';
import { sendCharge, type OpenCharge } from '../pay/charge.ts';
import { chargeBuyer } from '../pay/open-customer-charge.ts';
import { presentPurchase, purchaseOutcome, type PurchaseOutcome } from '../pay/purchase-outcome.ts';
import { requireWithinLimit } from '../pay/purchase-limit.ts';
import { openAccount } from '../provider-accounts/open-account.ts';
import { secondProvider } from '../provider-accounts/second-account.ts';
import type { AgreedAgain } from '../stored-quote.ts';
import type { IntentRow } from '../tables.ts';
import { offeredWay, requireStillSold } from './another-way.ts';
import { reopenIntent } from './reopen-intent.ts';

type Request = CallRequest<typeof tryCall>;

/**
 * A declined purchase as a new attempt with the site's other provider: the same intent, quote and amount, with a card that is
 * entered again. Sent again, or twice at once, it is one attempt and has one answer.
 * @throws another-way-gone, not-found, consent-required, card-required, payment-in-progress, payment-declined, what `tryCard`
 * refuses and what the sellable refuses
 */
export async function tryAnotherWay(ctx: AppContext, request: Request): Promise<PurchaseOutcome> {
  const { tenant, actor, address, deviceId, body, now } = request;
  const settings = await ctx.settings.of(tenant);
  const card = typedCard(body.card, request);
  const trying = {
    tenant,
    actor,
    address,
    deviceId,
    token: card?.token ?? null,
    settings,
    humanCheck: body.human_check,
    provider: secondProvider(ctx, settings, settings.currency),
    isAnotherWay: true,
  };
  const send = async (): Promise<PurchaseOutcome> => {
    const recordedAt = performance.now();
    const opened = await ctx.database.tenants.write(tenant, (db) => openAgain(ctx, db, settings, request, card));
    const delivered = opened && (await sendCharge(ctx, tenant, opened.charge, recordedAt));
    if (opened && delivered?.standing)
      return presentPurchase(
        ctx.sells.get(delivered.intent.kind),
        delivered.intent,
        delivered.attempt,
        delivered.standing,
      );
    return purchaseOutcome(ctx, tenant, actor.userId, body.intent_id, now);
  };
  // As in `pay`: most pages that are opened are paid on.
  return tryCard(ctx, trying, send, ({ state, intent_id: id }) => (card !== null && state === 'pending' ? id : null));
}

/** Null where it was tried already: whoever asks again is told how that stands. */
async function openAgain(
  ctx: AppContext,
  db: TenantDb,
  settings: Settings,
  request: Request,
  card: TypedCard | null,
): Promise<{ readonly charge: OpenCharge } | null> {
  const { tenant, actor, body, now } = request;
  const { userId } = actor;
  await lockBuyer(db, userId);
  const buyer = await getLiveBuyer(db, actor, now);
  const intent = await findIntent(db, body.intent_id);
  if (intent?.user_id !== userId) throw new DomainError('not-found');
  if (intent.state === 'open' || intent.state === 'succeeded') return null;
  if (intent.quote.anotherWay !== undefined) return null;
  const sold = ctx.sells.get(intent.kind);
  const declined = { sold, intent, attempt: await lastAttemptOf(db, intent.id) };
  const offered = offeredWay(ctx, settings, declined, now);
  if (offered === null) throw new DomainError('another-way-gone');
  const { driver, provider, entry, following } = offered;
  if (following.later !== null && body.consent !== true)
    throw new DomainError('consent-required', {}, { fields: [{ field: 'consent', code: 'consent-required' }] });
  await requireStillSold(db, declined, actor, now);
  const { isPhotoIdAccepted } = buyer;
  const limiting = { settings, sells: ctx.sells };
  await requireWithinLimit(db, limiting, { userId, isPhotoIdAccepted }, intent.amount_minor, now);
  const keepsCards = provider.capabilities.storedInstruments;
  const cardConsent = givenCardConsent(body.card_consent, { settings, tenant, keepsCards }, now);
  const { later } = following;
  const agreedAgain: AgreedAgain = {
    provider: driver.name,
    at: now.toISOString(),
    ...(later === null ? {} : { consent: 'ticked' }),
    later: later && { ...later, at: later.at.toISOString() },
    ...(cardConsent === null ? {} : { cardConsent }),
  };
  const again = await reopenIntent(db, intent, { ...intent.quote, anotherWay: driver.name, agreedAgain });
  if (again === null) throw inProgress(await openBeside(db, intent));
  // What there is only so many of may have gone to another in between.
  await sold.reserve?.(db, again, now);
  const opened = await openAccount(ctx, db, driver, settings, again.currency);
  const means = { card: entry === 'field' ? card : null, stored: null, entry };
  const charge = await chargeBuyer(db, opened, { intent: again, following, request, ...means });
  return { charge };
}

const openBeside = (db: TenantDb, intent: IntentRow): Promise<IntentRow | null> =>
  findOpenIntent(db, intent.kind, intent);
