/** A moment, as the caller's clock gives it. Rules never look at a clock of their own. */
export type Instant = Date | number;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Milliseconds since 1970. */
export const msOf = (instant: Instant): number => (typeof instant === 'number' ? instant : instant.getTime());
