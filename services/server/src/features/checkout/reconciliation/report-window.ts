import type { ReportBounds, ReportWindow } from '@backlot/payments';

/** Milliseconds that a window reaches back into what was read: providers add lines late. */
const overlapMs = 3_600_000;
/** Milliseconds between two requests, where the provider would answer more. */
const usualPauseMs = 3_600_000;

/** An account is left alone after a request that was made since `before`, or since `retryBefore` where it was not answered. */
export const latelyIn = (
  { pauseMs, retryMs = pauseMs }: ReportBounds,
  now: Date,
): { readonly before: Date; readonly retryBefore: Date } => ({
  before: new Date(now.getTime() - Math.max(pauseMs, usualPauseMs)),
  retryBefore: new Date(now.getTime() - Math.max(retryMs, usualPauseMs)),
});

/** No account is left alone for want of time after a request that was made before; which may be longer, its provider says. */
export const askedBefore = (now: Date): Date => new Date(now.getTime() - usualPauseMs);

/** Milliseconds after which what was missed is given up: an answer that nobody can read would be asked for for ever. */
const catchUpMs = 3 * 86_400_000;

/**
 * What to ask for: the longest window that ends now; where more than that was missed, the one that follows on what was read,
 * until the end is reached. Windows overlap, so that a line is read many times and kept once.
 *
 * @param readUntil where nothing was read yet, since when there may be something
 */
export function nextWindow(readUntil: Date, { longestWindowMs }: ReportBounds, now: Date): ReportWindow {
  const isLost = now.getTime() - readUntil.getTime() > catchUpMs;
  const furthest = isLost ? now.getTime() : readUntil.getTime() + longestWindowMs - overlapMs;
  const to = Math.min(now.getTime(), furthest);
  return { from: new Date(to - longestWindowMs), to: new Date(to) };
}
