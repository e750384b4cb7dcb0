import { queryKeys } from '@backlot/contracts/bootstrap';
import { isAdmin, isSubscribed } from '@backlot/domain/people/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useClosedRibbon } from '../../components/ribbon/closed-ribbons.ts';
import { RibbonLink } from '../../components/ribbon/ribbon-button.tsx';
import { ribbonLook } from '../../components/ribbon/ribbon-look.ts';
import { Ribbon } from '../../components/ribbon/ribbon.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe, useSettingValues, useSite, viewerOf } from '../../lib/site.tsx';
import type { ShownPromotion } from './promotion-ribbon.tsx';

/** The ribbon of a promotion that is shown, until it ends or is closed. */
export function PromotionLine({ promotion }: { readonly promotion: ShownPromotion }) {
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
