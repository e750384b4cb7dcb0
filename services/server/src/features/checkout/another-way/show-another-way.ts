import { DomainError } from '@backlot/contracts';
import type { AnotherWay, showAnotherWay as showCall } from '@backlot/contracts/another-way';
import { toWire } from '@backlot/domain/money/money';
import type { CallRequest } from '../../../call-route.ts';
import type { AppContext } from '../../../context.ts';
import { purchaseStanding } from '../pay/purchase-outcome.ts';
import { cardFieldOf } from '../provider-accounts/card-field-of.ts';
import { openAccount } from '../provider-accounts/open-account.ts';
import { offeredWay, requireStillSold } from './another-way.ts';

/** The order of a declined purchase once more, with where its card is typed; null where it is not to be tried. @throws not-found */
export async function showAnotherWay(
  ctx: AppContext,
  { tenant, actor, query, language, pageBase, now }: CallRequest<typeof showCall>,
): Promise<AnotherWay | null> {
  const settings = await ctx.settings.of(tenant);
  const declined = await purchaseStanding(ctx, tenant, actor.userId, query.intent_id, now);
  const offered = offeredWay(ctx, settings, declined, now);
  if (offered === null) return null;
  const { driver, entry, following } = offered;
  const { sold, intent } = declined;
  const opened = await ctx.database.tenants.write(tenant, async (db) =>
    (await isStillSold(db, declined, actor, now)) ? openAccount(ctx, db, driver, settings, intent.currency) : null,
  );
  if (opened === null) return null;
  const { provider } = opened;
  const locale = query.language ?? language;
  const field = entry === 'field' ? cardFieldOf(ctx, provider, { origin: pageBase, locale }) : null;
  const { later } = following;
  return {
    entry,
    keeps_cards: provider.capabilities.storedInstruments,
    src: field?.src ?? null,
    origin: field?.origin ?? null,
    kind: sold.present.name,
    title: intent.quote.title ?? null,
    amount: toWire(intent.amount_minor),
    currency: intent.currency,
    later: later && { amount: toWire(later.amountMinor), at: later.at.toISOString(), days: later.days },
    statement_descriptor: intent.quote.descriptor,
    merchant_name: settings.merchant_legal_name,
  };
}

async function isStillSold(...asked: Parameters<typeof requireStillSold>): Promise<boolean> {
  try {
    await requireStillSold(...asked);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
