import { useTranslation } from 'react-i18next';
import { useFirstPrice } from '../../entities/membership/membership-quote.ts';
import { useRhythmTexts } from '../../entities/membership/rhythm.ts';

/** What comes after the first amount, in words: beside every button that names a membership's price (C13). Nothing where the button says it all. */
export function LaterPrice() {
  const { t } = useTranslation();
  const { isFree, days, later, renewalDays } = useFirstPrice();
  const rhythm = useRhythmTexts(renewalDays);
  if (isFree || later === null) return null;
  return (
    <span className="later-price">
      {days === null ? null : `${t('membership-for-days', { count: days })}, `}
      {later === 0 ? t('membership-then-nothing') : rhythm.later(later)}
    </span>
  );
}
