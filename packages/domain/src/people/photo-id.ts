/** Bytes of a photo id as it is sent: a phone's picture or a scan of some pages. */
export const maxPhotoIdBytes = 15_000_000;
/** A browser offers these; what counts is the content. */
export const photoIdTypes = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const;
/** Days after a decision for which the document is kept. */
export const keepDecidedDays = 30;
/** Days after which a document is deleted that nobody has decided on. */
export const keepWaitingDays = 90;

/** Whoever has shown a document, which nobody has looked at, is trusted this much more: a bounded risk for the site. */
const whileWaiting = 2;

/** Most that a fan buys in 24 hours, in the unit of `limit`; null for no limit (DECISIONS 39d, ACC-28). */
export function purchaseLimit(
  limit: number,
  { isAccepted, isWaiting }: { isAccepted: boolean; isWaiting: boolean },
): number | null {
  if (limit === 0 || isAccepted) return null;
  return isWaiting ? limit * whileWaiting : limit;
}
