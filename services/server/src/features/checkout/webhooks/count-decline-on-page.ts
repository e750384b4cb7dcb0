import { dayMs } from '@backlot/domain/formats/when';
import type { ChargeEvent, LookEvent } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { countDeclined } from '../cards/card-tries.ts';
import { findIntent } from '../intent-rows.ts';
import type { AttemptRow } from '../tables.ts';
import { triesOf } from '../tries-of.ts';
import type { AccountNews } from './account-event.ts';

/**
 * A card that was declined on the provider's page counts as one that was typed on ours, where an event tells of it. The page
 * goes on waiting for another card; `attempt` is as it was before the event. A look at the charge finds the same decline
 * again and again, so only events are counted, each of them once however often it is applied.
 */
export async function countDeclineOnPage(
  ctx: AppContext,
  tenant: Tenant,
  { event, newsId }: AccountNews<ChargeEvent | LookEvent>,
  attempt: AttemptRow,
): Promise<void> {
  if (!tellsOfDecline(event) || attempt.state !== 'action' || attempt.action?.action.type !== 'redirect') return;
  const intent = await ctx.database.tenants.read(tenant, (db) => findIntent(db, attempt.intent_id));
  if (intent === null) return;
  const now = ctx.clock.now();
  // Claimed before it is counted: a crash in between counts a decline too few, never one too many.
  if (!(await triesOf(ctx).store.claim(`card-news:${newsId}`, new Date(0), weekMs, now))) return;
  const { user_id: userId, address, device_id: deviceId } = intent;
  await countDeclined(ctx, { tenant, actor: { userId }, address, deviceId, settings: await ctx.settings.of(tenant) });
}

/** Milliseconds; what could not be applied is taken up again for a month, and a decline counts for a day. */
const weekMs = 7 * dayMs;

const tellsOfDecline = (event: ChargeEvent | LookEvent): boolean =>
  event.type === 'look'
    ? event.isDecline === true
    : event.outcome.kind === 'action' && event.outcome.refused !== undefined;
