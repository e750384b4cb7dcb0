import type { ResubscribeOfferView } from '@backlot/contracts/resubscribe-offer';
import { usePreviewedRibbon } from '../../../components/ribbon/previewed-ribbon.ts';
import { readSetting } from '../../../lib/settings.ts';
import { useSettingValues } from '../../../lib/site.tsx';

/** What a ribbon shows of an offer. */
export type RibbonOffer = Omit<ResubscribeOfferView, 'quote'> & Partial<Pick<ResubscribeOfferView, 'quote'>>;

/** In the preview of the settings screen: the offer as its fields have it, as a former member would see it. */
export function useDraftOffer(): RibbonOffer | null {
  const values = useSettingValues();
  const previewed = usePreviewedRibbon();
  if (previewed !== 'resubscribe' || readSetting(values, 'resubscribe_offer_settings.is_enabled') !== true) return null;
  return {
    for_subscribers_only: true,
    give_free_month_subscription: readSetting(values, 'resubscribe_offer.give_free_month_subscription') ?? 0,
    recurring_price: readSetting(values, 'resubscribe_offer.recurring_price') ?? 0,
    promo_banner_text: readSetting(values, 'resubscribe_offer.promo_banner_text') ?? '',
    offer_id: 'draft',
  };
}
