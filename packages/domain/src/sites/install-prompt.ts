/** POPUP-06: the visits at which the popup shows, each with a text of its own (POPUP-07). */
export const installCounts = [3, 12, 21, 30] as const;
export type InstallCount = (typeof installCounts)[number];

/** POPUP-18. */
const mostCounted = 50;

/** POPUP-12: a counter that has come to its end begins again at 12. Null for a browser that was never counted. */
export const countVisit = (count: number | null): number =>
  count !== null && count >= mostCounted ? 12 : (count ?? 0) + 1;

/** POPUP-08. */
export const countClose = (count: number): number => Math.min(mostCounted, count + 1);

/** POPUP-06 to POPUP-11: which text the popup shows now; null for none. `width` in CSS pixels. */
export function installText({
  count,
  isDisabled,
  width,
  isInstalled,
}: {
  readonly count: number;
  readonly isDisabled: boolean;
  readonly width: number;
  readonly isInstalled: boolean;
}): InstallCount | null {
  if (isDisabled || isInstalled || width > 991) return null;
  return installCounts.find((one) => one === count) ?? null;
}
