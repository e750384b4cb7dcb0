import { useFormats, useMoneyIn } from '../../lib/site.tsx';

interface InCurrency {
  readonly currency: string;
  readonly amount: number;
}

/**
 * A sum of what a site takes now, and beside it those of what it took before: money of two currencies is never added up.
 * Where nothing came in now, the others stand alone.
 */
export function useSumText(): (own: number, others?: readonly InCurrency[]) => string {
  const { money } = useFormats();
  const moneyIn = useMoneyIn();
  return (own, others = []) => {
    const shown = others.filter(({ amount }) => amount !== 0);
    const texts = shown.map(({ amount, currency }) => moneyIn(amount, currency));
    return [...(own === 0 && shown.length > 0 ? [] : [money(own)]), ...texts].join(' · ');
  };
}

interface PriceSums {
  readonly first_amount: number;
  readonly renewal_amount: number;
  readonly saved_amount: number;
}
type Part = keyof PriceSums;

/** What a coupon or a promotion brought in: these of its sums, added up within each currency. */
export function usePriceSumText(): (
  sums: PriceSums & { readonly other_sums?: readonly (PriceSums & { readonly currency: string })[] },
  ...parts: readonly Part[]
) => string {
  const text = useSumText();
  return ({ other_sums: others = [], ...own }, ...parts) =>
    text(
      added(own, parts),
      others.map((one) => ({ currency: one.currency, amount: added(one, parts) })),
    );
}

const added = (sums: PriceSums, parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + Math.round(sums[part] * 100), 0) / 100;
