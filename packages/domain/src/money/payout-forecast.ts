import { monthsBefore } from '../formats/dates.ts';

/** A month that is over, of which a provider's statement was entered. Minor units, zero or above. */
export interface StatedMonth {
  /** `2026-03`. */
  readonly month: string;
  /** What the provider took in it, before anything went back. */
  readonly takenMinor: number;
  readonly feesMinor: number;
  readonly heldMinor: number;
  readonly releasedMinor: number;
  /** What the platform that sells kept, and tax. */
  readonly shareMinor: number;
  readonly taxMinor: number;
}

type Kept = 'feesMinor' | 'heldMinor' | 'shareMinor' | 'taxMinor';

/** What came after the last month that a statement was entered of: taken, and what is entered of it already. */
export type Unstated = Pick<StatedMonth, 'takenMinor' | Kept>;

export interface PayoutForecast {
  readonly expectedMinor: number;
  /** What the provider is still to keep of what it took since. */
  readonly feesMinor: number;
  /** Shares of what is taken, in hundredths of a percent. */
  readonly feeRateBp: number;
  readonly heldMinor: number;
  readonly heldRateBp: number;
  readonly shareMinor: number;
  readonly shareRateBp: number;
  readonly taxMinor: number;
  readonly taxRateBp: number;
  /** The months whose statements it rests on, the newest first. */
  readonly restsOn: readonly string[];
}

/** So many of the last statements say what a provider keeps. */
const lastStatements = 3;

/** The months whose statements a forecast rests on, of those that are over, the newest first. */
export const ratedMonths = (months: readonly string[], thisMonth: string): string[] =>
  months
    .filter((month) => month < thisMonth)
    .toSorted()
    .toReversed()
    .slice(0, lastStatements);

/**
 * What a provider is expected to pay out next: what it owes by the books, where sales, refunds, chargebacks and all that was
 * entered are in already, less fees, reserve, the platform's share and tax of what no statement was entered of yet, at the rates of the last ones.
 * What is gained or lost by exchange, and what is held for disputes, follows no rate.
 * Null where no statement says what it keeps: a rate is never made up.
 */
export function payoutForecast(
  owedMinor: number,
  stated: readonly StatedMonth[],
  since: Unstated,
): PayoutForecast | null {
  const last = newestFirst(stated);
  const takenMinor = sumOf(last, 'takenMinor');
  if (takenMinor <= 0) return null;
  const still = (name: Kept): number =>
    Math.max(0, Math.round((sumOf(last, name) * Math.max(0, since.takenMinor)) / takenMinor) - since[name]);
  const rate = (name: Kept): number => Math.round((sumOf(last, name) * 10_000) / takenMinor);
  const [feesMinor, heldMinor] = [still('feesMinor'), still('heldMinor')];
  const [shareMinor, taxMinor] = [still('shareMinor'), still('taxMinor')];
  return {
    expectedMinor: owedMinor - feesMinor - heldMinor - shareMinor - taxMinor,
    feesMinor,
    feeRateBp: rate('feesMinor'),
    heldMinor,
    heldRateBp: rate('heldMinor'),
    shareMinor,
    shareRateBp: rate('shareMinor'),
    taxMinor,
    taxRateBp: rate('taxMinor'),
    restsOn: last.map(({ month }) => month),
  };
}

export interface ReserveReleases {
  /** The oldest first. */
  readonly releases: ReadonlyArray<{ readonly month: string; readonly amountMinor: number }>;
  /** Held, and nobody knows until when: nothing was ever released. */
  readonly unknownMinor: number;
}

/**
 * When what is held back is expected: what is held first is released first, and as long after as it was with the newest
 * release. What should have come by now is expected in this month.
 */
export function reserveReleases(
  stated: ReadonlyArray<Pick<StatedMonth, 'month' | 'heldMinor' | 'releasedMinor'>>,
  thisMonth: string,
): ReserveReleases {
  const held: Array<{ month: string; minor: number }> = [];
  let heldFor: number | null = null;
  for (const { month, heldMinor, releasedMinor } of newestFirst(stated).toReversed()) {
    if (heldMinor > 0) held.push({ month, minor: heldMinor });
    for (let left = releasedMinor; left > 0 && held[0];) {
      const [first] = held;
      const part = Math.min(left, first.minor);
      heldFor = monthsBetween(first.month, month);
      left -= part;
      first.minor -= part;
      if (first.minor === 0) held.shift();
    }
  }
  const minor = held.reduce((sum, one) => sum + one.minor, 0);
  if (heldFor === null) return { releases: [], unknownMinor: minor };
  const due = new Map<string, number>();
  for (const one of held) {
    const expected = monthsBefore(one.month, -heldFor);
    const month = expected < thisMonth ? thisMonth : expected;
    due.set(month, (due.get(month) ?? 0) + one.minor);
  }
  return { releases: [...due].map(([month, amountMinor]) => ({ month, amountMinor })), unknownMinor: 0 };
}

const newestFirst = <M extends { readonly month: string }>(months: readonly M[]): M[] =>
  months.toSorted((one, other) => (one.month < other.month ? 1 : -1));

const sumOf = (months: readonly StatedMonth[], name: 'takenMinor' | Kept): number =>
  months.reduce((sum, month) => sum + month[name], 0);

const countOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
const monthsBetween = (from: string, to: string): number => countOf(to) - countOf(from);
