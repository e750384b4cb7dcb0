import { createHash } from 'node:crypto';

/** What makes two requests with one idempotency key the same request: their content, whatever the order of fields. */
export const requestHash = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts, (_key, value: unknown) => sorted(value))).digest('base64url');

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
