import { queryKeys } from '@backlot/contracts/bootstrap';
import { promotionRibbonAt, type RibbonPosition } from '@backlot/domain/money/promotion-ribbon';
import { isAdmin, isSubscribed } from '@backlot/domain/people/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useClosedRibbon } from '../../components/ribbon/closed-ribbons.ts';
import { useIsOtherPreviewed, usePreviewedRibbon } from '../../components/ribbon/previewed-ribbon.ts';
import { RibbonLink } from '../../components/ribbon/ribbon-button.tsx';
import { ribbonLook } from '../../components/ribbon/ribbon-look.ts';
import { Ribbon } from '../../components/ribbon/ribbon.tsx';
import { usePromotion } from '../../entities/promotion/promotion-query.ts';
import { paths } from '../../lib/paths.ts';
import { readSetting } from '../../lib/settings.ts';
import { useMe, useSettingValues, useSite, viewerOf } from '../../lib/site.tsx';

type ShownPromotion = Pick<NonNullable<ReturnType<typeof usePromotion>>, '_id' | 'type' | 'ribbon_text' | 'ends_at'>;

/** PROMO-01 to PROMO-11: the promotion that applies to the viewer, at the place that was chosen for its kind. */
export function PromotionRibbon({ at }: { readonly at: RibbonPosition }) {
  const promotion = usePromotion();
  const sample = useSamplePromotion();
  const position = usePosition(sample ?? promotion);
  const isOther = useIsOtherPreviewed('promotion');
  const shown = sample ?? promotion;
  if (isOther || shown === null || shown.ribbon_text.trim() === '' || position !== at) return null;
  return <Running promotion={shown} />;
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

function Running({ promotion }: { readonly promotion: ShownPromotion }) {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const queries = useQueryClient();
  const values = useSettingValues();
  // One that repeats is told of again with its next run.
  const [isClosed, close] = useClosedRibbon('promotion', `${promotion._id} ${promotion.ends_at}`);
  if (isClosed) return null;
  const end = (): void => {
    for (const queryKey of [queryKeys.promotion(site), queryKeys.quote(site)])
      void queries.invalidateQueries({ queryKey });
  };
  return (
    <Ribbon
      look={ribbonLook('promotion', values)}
      label={t('promotion-ribbon-label')}
      text={promotion.ribbon_text}
      endsAt={promotion.ends_at}
      onEnd={end}
      onClose={close}
      action={<JoinLink type={promotion.type} />}
    />
  );
}

/** The way to a membership, for whoever has none. */
function JoinLink({ type }: Pick<ShownPromotion, 'type'>) {
  const { t } = useTranslation();
  const viewer = viewerOf(useMe());
  if (type !== 'SUBSCRIPTION' || isAdmin(viewer) || isSubscribed(viewer?.status)) return null;
  return <RibbonLink to={viewer === null ? paths.register : paths.subscribe}>{t('btn-join-now')}</RibbonLink>;
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
