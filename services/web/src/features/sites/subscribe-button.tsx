import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { ButtonLink } from '../../components/button.tsx';
import { useFormats, useSetting } from '../../lib/site.tsx';

interface Prices {
  readonly isFree: boolean;
  /** Formatted. */
  readonly first: string;
  readonly later: string;
  readonly areSame: boolean;
}

/** Prices of a first membership, as the settings have them. What a purchase costs comes from its quote. */
export function usePrices(): Prices {
  const { money } = useFormats();
  const first = useSetting('membership_price') ?? 0;
  const later = useSetting('recurring_membership_price') ?? 0;
  return { isFree: first === 0 && later === 0, first: money(first), later: money(later), areSame: first === later };
}

/** LAND-03, LAND-05: leads guests to /register, with the price on it. */
export function SubscribeButton({ label, size = 'l', wide = false, isLong = false }: { label?: string | undefined; size?: 's' | 'm' | 'l'; wide?: boolean; isLong?: boolean }) {
  const { t } = useTranslation();
  const { isFree, first, later, areSame } = usePrices();
  const price = isFree ? t('membership-free') : areSame && isLong ? t('membership-price-month', { price: later }) : first;
  return <ButtonLink to={paths.register} size={size} wide={wide} price={price}>{label || t('btn-subscribe')}</ButtonLink>;
}

/** What comes after the first amount, in words. Nothing where the button says it all. */
export function LaterPrice() {
  const { t } = useTranslation();
  const { isFree, later, areSame } = usePrices();
  if (isFree || areSame) return null;
  return <span className="later-price">{t('membership-then-month', { price: later })}</span>;
}
