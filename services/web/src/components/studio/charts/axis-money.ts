import { useFormats, useSite } from '../../../lib/site.tsx';

/** Money at the lines of a chart: short where it is whole, and with its cents where rounding would say something false. */
export function useAxisMoney(): (value: number) => string {
  const { money } = useFormats();
  const { language, currency } = useSite();
  const whole = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  });
  return (value) => (Number.isInteger(value) ? whole.format(value) : money(value));
}
