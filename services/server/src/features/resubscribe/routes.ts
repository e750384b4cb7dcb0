import * as calls from '@backlot/contracts/resubscribe-offer';
import { settingsOfGroup, type Settings } from '@backlot/domain/settings';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { requestReport, showReport } from './make-report.ts';

/** What saves the offer are calls of settings (`setting-groups.ts`). */
export const resubscribeRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.getResubscribeSettings, async ({ tenant }) => ({ data: presentOffer(await ctx.settings.of(tenant)) })),
  route(calls.requestResubscriptions, async ({ tenant, actor, body, now }) => ({
    data: await requestReport(ctx, tenant, actor, body, now),
  })),
  route(calls.getResubscriptions, async ({ tenant, body }) => ({ data: await showReport(ctx, tenant, body) })),
];

const presentOffer = (settings: Settings) => ({
  resubscribe_offer_settings: fieldsOf('resubscribe_offer_settings', settings),
  resubscribe_offer: {
    for_subscribers_only: settings['resubscribe_offer.for_subscribers_only'],
    give_free_month_subscription: settings['resubscribe_offer.give_free_month_subscription'],
    recurring_price: settings['resubscribe_offer.recurring_price'],
    promo_banner_text: settings['resubscribe_offer.promo_banner_text'],
  },
  currency: settings.currency,
});

const fieldsOf = (object: string, settings: Settings): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settingsOfGroup('resubscribe offer', settings)).flatMap(([key, value]) =>
      key.startsWith(`${object}.`) ? [[key.slice(object.length + 1), value]] : [],
    ),
  );
