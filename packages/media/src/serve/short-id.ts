const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A uuid's 16 bytes in 22 letters. @throws `RangeError` for another spelling than the database's */
export function shortId(id: string): string {
  if (!uuid.test(id)) throw new RangeError('not an id of a medium');
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The uuid; null for what `shortId` never wrote: of the 16 last letters that stand for the same bytes it writes one. */
export function idOfShort(short: string): string | null {
  if (!/^[A-Za-z0-9_-]{22}$/.test(short)) return null;
  const bytes = Buffer.from(short, 'base64url');
  if (bytes.toString('base64url') !== short) return null;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
