import { Gem, Images, Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** What a membership brings. */
export function MembershipBenefits() {
  const { t } = useTranslation();
  return (
    <ul className="benefits">
      <li>
        <Images className="icon" aria-hidden />
        <b>{t('membership-benefit-posts')}</b>
        <span>{t('membership-benefit-posts-text')}</span>
      </li>
      <li>
        <Sparkles className="icon" aria-hidden />
        <b>{t('membership-benefit-new')}</b>
        <span>{t('membership-benefit-new-text')}</span>
      </li>
      <li>
        <Gem className="icon" aria-hidden />
        <b>{t('membership-benefit-buy')}</b>
        <span>{t('membership-benefit-buy-text')}</span>
      </li>
    </ul>
  );
}
