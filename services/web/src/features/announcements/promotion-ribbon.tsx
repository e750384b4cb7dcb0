import { promotionRibbonAt, type RibbonPosition } from '@backlot/domain/money/promotion-ribbon';
import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useIsOtherPreviewed, usePreviewedRibbon } from '../../components/ribbon/previewed-ribbon.ts';
import { usePromotion } from '../../entities/promotion/promotion-query.ts';
import { latePart } from '../../lib/late-part.tsx';
import { readSetting } from '../../lib/settings.ts';
import { useSettingValues } from '../../lib/site.tsx';
import '../../components/ribbon/ribbon.css';

const PromotionLine = latePart(
  '.ribbon[data-kind="promotion"]',
  async () => (await import('./promotion-line.tsx')).PromotionLine,
);

export type ShownPromotion = Pick<
  NonNullable<ReturnType<typeof usePromotion>>,
  '_id' | 'type' | 'ribbon_text' | 'ends_at'
>;

/** PROMO-01 to PROMO-11: the promotion that applies to the viewer, at the place that was chosen for its kind. */
export function PromotionRibbon({ at }: { readonly at: RibbonPosition }) {
  const promotion = usePromotion();
  const sample = useSamplePromotion();
  const position = usePosition(sample ?? promotion);
  const isOther = useIsOtherPreviewed('promotion');
  const shown = sample ?? promotion;
  if (isOther || shown === null || shown.ribbon_text.trim() === '' || position !== at) return null;
  return (
    <Suspense fallback={null}>
      <PromotionLine promotion={shown} />
    </Suspense>
  );
}

function usePosition(promotion: Pick<ShownPromotion, 'type'> | null): RibbonPosition | null {
  const { pathname } = useLocation();
  const values = useSettingValues();
  const chosen =
    promotion?.type === 'LOCKED_CONTENT'
      ? readSetting(values, 'promotion_settings.locked_content_promotion_ribbon_position')
      : readSetting(values, 'promotion_settings.subscription_promotion_ribbon_position');
  return promotionRibbonAt(pathname, chosen ?? 'above menu');
}

/** In the preview of the ribbon's settings: one that runs for a day, with the words that a new one begins with. */
function useSamplePromotion(): ShownPromotion | null {
  const values = useSettingValues();
  if (usePreviewedRibbon() !== 'promotion') return null;
  return {
    _id: 'sample',
    type: 'SUBSCRIPTION',
    ribbon_text: readSetting(values, 'promotion_default_ribbon_text') || '…',
    ends_at: sampleEnd,
  };
}

const sampleEnd = new Date(Date.now() + 86_400_000).toISOString();
