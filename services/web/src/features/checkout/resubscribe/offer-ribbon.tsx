import { useTranslation } from 'react-i18next';
import { useClosedRibbon } from '../../../components/ribbon/closed-ribbons.ts';
import { RibbonButton, RibbonLink } from '../../../components/ribbon/ribbon-button.tsx';
import { ribbonLook } from '../../../components/ribbon/ribbon-look.ts';
import { Ribbon } from '../../../components/ribbon/ribbon.tsx';
import { useRenewalDays } from '../../../entities/membership/rhythm.ts';
import { paths } from '../../../lib/paths.ts';
import { useMe, useSettingValues } from '../../../lib/site.tsx';
import { useOfferText } from './offer-text.ts';
import type { RibbonOffer } from './draft-offer.ts';

interface OfferRibbonProps {
  readonly offer: RibbonOffer;
  readonly onAsk: () => void;
}

export function OfferRibbon({ offer, onAsk }: OfferRibbonProps) {
  const { t } = useTranslation();
  const values = useSettingValues();
  const text = useOfferText(offer, useRenewalDays(offer.quote?.renewal_days));
  const [isClosed, close] = useClosedRibbon('resubscribe', offer.offer_id);
  // Who still is one takes it up on the spot: the page that sells memberships has nothing for them.
  const isMember = useMe()?.ccbillSubscriptionStatus === '1';
  if (isClosed) return null;
  return (
    <Ribbon
      look={ribbonLook('resubscribe', values)}
      label={t('resubscribe-label')}
      text={text}
      onClose={close}
      action={
        offer.for_subscribers_only || isMember ? (
          <RibbonButton onPress={onAsk}>{t('resubscribe-button')}</RibbonButton>
        ) : (
          <RibbonLink to={paths.subscribe}>{t('resubscribe-button')}</RibbonLink>
        )
      }
    />
  );
}
