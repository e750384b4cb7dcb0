import type { OtherSums } from '@backlot/contracts/offer-sums';
import { sql, type Sql } from '@backlot/database/sql';
import { toWire } from '@backlot/domain/money/money';
import { countingIntents } from './counting-intents.ts';

/** What payments at a reduced price came to, one row a price. */
export interface PriceSums {
  /** Payments that are no renewals, those under way included. */
  readonly uses: number;
  readonly renewals: number;
  readonly sums: ReadonlyArray<{
    readonly currency: string;
    readonly first: number;
    readonly renewal: number;
    readonly saved: number;
  }>;
}

/**
 * The sums of these uses of one price, by currency. What was saved is in the
 * currency of the price: where staff accepted another, nothing is told of it.
 */
export const priceSumsOf = (
  uses: Sql<{ intent_id: string; is_renewal: boolean; saved_minor: number }>,
): Sql<PriceSums> => sql<PriceSums>`
  select coalesce(sum(s.uses), 0)::int as uses, coalesce(sum(s.renewals), 0)::int as renewals,
    coalesce(jsonb_agg(jsonb_build_object('currency', s.currency, 'first', s.first, 'renewal', s.renewal, 'saved', s.saved)
      order by s.currency), '[]') as sums
  from (
    select i.currency, count(*) filter (where not u.is_renewal) as uses,
      count(*) filter (where u.is_renewal and i.state = 'succeeded') as renewals,
      coalesce(sum(i.left_minor) filter (where not u.is_renewal), 0) as first,
      coalesce(sum(i.left_minor) filter (where u.is_renewal), 0) as renewal,
      coalesce(sum(u.saved_minor) filter (where i.state = 'succeeded' and not i.went_back and i.is_as_priced), 0) as saved
    from (${uses}) u join (${countingIntents}) i on i.id = u.intent_id
    group by i.currency
  ) s`;

/** On the wire: those of the site's currency, and the others beside them where there are any. */
export function presentPriceSums(
  { sums }: Pick<PriceSums, 'sums'>,
  currency: string,
): Omit<OtherSums, 'currency'> & { other_sums?: OtherSums[] } {
  const own = sums.find((one) => one.currency === currency) ?? { first: 0, renewal: 0, saved: 0 };
  const others = sums.filter((one) => one.currency !== currency && one.first + one.renewal + one.saved > 0);
  return {
    ...amountsOf(own),
    ...(others.length > 0 ? { other_sums: others.map((one) => ({ currency: one.currency, ...amountsOf(one) })) } : {}),
  };
}

const amountsOf = ({ first, renewal, saved }: Omit<PriceSums['sums'][number], 'currency'>) => ({
  first_amount: toWire(first),
  renewal_amount: toWire(renewal),
  saved_amount: toWire(saved),
});
