import type { ResubscribeOfferView } from '@backlot/contracts/resubscribe-offer';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useClosedRibbon } from '../../../components/ribbon/closed-ribbons.ts';
import { RibbonButton, RibbonLink } from '../../../components/ribbon/ribbon-button.tsx';
import { ribbonLook } from '../../../components/ribbon/ribbon-look.ts';
import { Ribbon } from '../../../components/ribbon/ribbon.tsx';
import { useResubscribeOffer } from '../../../entities/membership/resubscribe-offer.ts';
import { paths } from '../../../lib/paths.ts';
import { useSettingValues } from '../../../lib/site.tsx';
import { useOfferText } from './offer-text.ts';
import { useDraftOffer, type RibbonOffer } from './draft-offer.ts';

const ResubscribeSheet = lazy(async () => ({ default: (await import('./resubscribe-sheet.tsx')).ResubscribeSheet }));

/** The resubscribe offer, until it is closed. Its sheet stays over what the purchase changes (SUB-15, SUB-16, POPUP-25). */
export function ResubscribeRibbon() {
  const offer = useResubscribeOffer();
  const draft = useDraftOffer();
  const [asked, setAsked] = useState<ResubscribeOfferView | null>(null);
  const { pathname } = useLocation();
  const shown = draft ?? offer;
  return (
    <>
      {shown === null || pathname === paths.subscribe ? null : (
        <OfferRibbon offer={shown} onAsk={() => setAsked(offer)} />
      )}
      {asked === null ? null : (
        <Suspense fallback={null}>
          <ResubscribeSheet offer={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}

interface OfferRibbonProps {
  readonly offer: RibbonOffer;
  readonly onAsk: () => void;
}

function OfferRibbon({ offer, onAsk }: OfferRibbonProps) {
  const { t } = useTranslation();
  const values = useSettingValues();
  const text = useOfferText(offer);
  const [isClosed, close] = useClosedRibbon('resubscribe', offer.offer_id);
  if (isClosed) return null;
  return (
    <Ribbon
      look={ribbonLook('resubscribe', values)}
      label={t('resubscribe-label')}
      text={text}
      onClose={close}
      action={
        offer.for_subscribers_only ? (
          <RibbonButton onPress={onAsk}>{t('resubscribe-button')}</RibbonButton>
        ) : (
          <RibbonLink to={paths.subscribe}>{t('resubscribe-button')}</RibbonLink>
        )
      }
    />
  );
}
