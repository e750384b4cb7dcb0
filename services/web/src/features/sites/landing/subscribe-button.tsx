import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { useFirstPrice } from '../../../entities/membership/membership-quote.ts';
import { useRhythmTexts } from '../../../entities/membership/rhythm.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { useFormats } from '../../../lib/site.tsx';

/** LAND-03, LAND-05: leads guests to /register, with the price on it; `LaterPrice` stands beside it. */
export function SubscribeButton({
  label,
  size = 'l',
  wide = false,
  isLong = false,
}: {
  label?: string | undefined;
  size?: 's' | 'm' | 'l';
  wide?: boolean;
  isLong?: boolean;
}) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { amount, original, isFree, later, renewalDays } = useFirstPrice();
  const rhythm = useRhythmTexts(renewalDays);
  const price = isFree ? t('membership-free') : later === null && isLong ? rhythm.price(amount) : money(amount);
  return (
    <ButtonLink
      to={paths.register}
      size={size}
      wide={wide}
      price={price}
      originalPrice={original === null ? undefined : money(original)}
    >
      {label || t('btn-subscribe')}
    </ButtonLink>
  );
}
