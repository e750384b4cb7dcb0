import { createHash } from 'node:crypto';

/** A site's own moment within a stretch of time: milliseconds from its beginning, the same each time and even over all sites. */
export const momentOf = (tenantId: string, stretchMs: number): number =>
  Math.floor((createHash('sha256').update(tenantId).digest().readUInt32BE(0) / 2 ** 32) * stretchMs);
