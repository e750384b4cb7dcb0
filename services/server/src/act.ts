import { createHash } from 'node:crypto';

/** Milliseconds after an act was settled in which the same call by the same person is still that act (DECISIONS 46). */
export const sameActMs = 10_000;

/** Names an act by its content, whatever the order of fields. Pass neither a card token nor a time. */
export const actOf = (...content: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(content, (_key, value: unknown) => sorted(value)))
    .digest('base64url');

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
