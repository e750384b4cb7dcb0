import rows from './scheme-limits.json' with { type: 'json' };

export const schemes = ['mastercard', 'visa'] as const;
export type Scheme = (typeof schemes)[number];

/** From where a card scheme calls a merchant's disputes excessive: both the number and the ratio are reached. */
export interface SchemeLimit {
  readonly scheme: Scheme;
  /** The scheme's own abbreviation of its programme. */
  readonly programme: string;
  /** Days of validity, the last one excluded; null where it is open. */
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly minDisputes: number;
  /** Hundredths of a percent. */
  readonly minRatioBp: number;
  /** What the disputes of a month are divided by. */
  readonly per: 'sales_last_month' | 'sales_this_month';
  readonly source: string;
}

/** Whether a scheme counts what issuers report as fraud with disputes: Visa's programme does (C10), Mastercard's does not (C11). */
export const countsFraudReports = (scheme: Scheme): boolean => scheme === 'visa';

/** Card payments and disputes of one account with a provider, by number. Where fraud reports count, they are disputes. */
export interface DisputeCounts {
  readonly disputes: number;
  /** Of the last 30 days. */
  readonly recentDisputes: number;
  readonly salesLastMonth: number;
  readonly salesThisMonth: number;
  /** Of the last 30 days. */
  readonly recentSales: number;
}

/** How an account stands before a scheme's first limit (C10, C11). */
export interface DisputeStanding {
  readonly scheme: Scheme;
  /** Null where the scheme has no limit on record for the day. */
  readonly limit: SchemeLimit | null;
  /** The sales that the limit divides by; those of this month are the ones so far. */
  readonly sales: number;
  /** Hundredths of a percent; null without sales. */
  readonly ratioBp: number | null;
  /** Disputes by the month's end, if it goes on as in the last 30 days. */
  readonly forecast: number;
  /** The number of disputes from which the first limit is reached by the month's end. */
  readonly limitDisputes: number | null;
  /** How many more reach it. */
  readonly left: number | null;
}

const paceDays = 30;

export const schemeLimits: readonly SchemeLimit[] = rows.map((row) => ({
  scheme: row.scheme as Scheme,
  programme: row.programme,
  validFrom: row.valid_from,
  validTo: row.valid_to,
  minDisputes: row.min_disputes,
  minRatioBp: row.min_ratio_bp,
  per: row.per as SchemeLimit['per'],
  source: row.source,
}));

/** The limit of a scheme that is reached first, on a day `2026-04-01`. */
export function firstLimitOf(
  scheme: Scheme,
  day: string,
  limits: readonly SchemeLimit[] = schemeLimits,
): SchemeLimit | null {
  const valid = limits.filter(
    (limit) =>
      limit.scheme === scheme &&
      (limit.validFrom === null || limit.validFrom <= day) &&
      (limit.validTo === null || day < limit.validTo),
  );
  return valid.toSorted((one, other) => one.minDisputes - other.minDisputes)[0] ?? null;
}

/** `daysLeft`: days to the month's end, a part of one too. */
export function disputeStanding(
  scheme: Scheme,
  limit: SchemeLimit | null,
  counts: DisputeCounts,
  daysLeft: number,
): DisputeStanding {
  const forecast = atPace(counts.disputes, counts.recentDisputes, daysLeft);
  const isPerLastMonth = limit?.per !== 'sales_this_month';
  const sales = isPerLastMonth ? counts.salesLastMonth : counts.salesThisMonth;
  const salesAtEnd = isPerLastMonth ? sales : atPace(sales, counts.recentSales, daysLeft);
  const limitDisputes =
    limit === null ? null : Math.max(limit.minDisputes, Math.ceil((limit.minRatioBp * salesAtEnd) / 10_000));
  return {
    scheme,
    limit,
    sales,
    ratioBp: sales === 0 ? null : Math.round((counts.disputes * 10_000) / sales),
    forecast,
    limitDisputes,
    left: limitDisputes === null ? null : Math.max(0, limitDisputes - counts.disputes),
  };
}

/** Whether the forecast reaches a share, in percent, of the first limit. */
export const nearsLimit = (
  { forecast, limitDisputes }: Pick<DisputeStanding, 'forecast' | 'limitDisputes'>,
  sharePercent: number,
): boolean => forecast > 0 && limitDisputes !== null && forecast * 100 >= sharePercent * limitDisputes;

/** What there is so far, and as many a day as in the last 30 days. A part of one counts as one. */
const atPace = (soFar: number, recent: number, daysLeft: number): number =>
  Math.ceil(soFar + (recent / paceDays) * Math.max(0, daysLeft));
