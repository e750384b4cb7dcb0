// Per origin and of no meaning elsewhere: it lets a purchase be told from a stranger's in a dispute.
const key = 'device';

/** A random name of this browser on this site, kept for as long as its storage is; null where nothing may be stored. */
export function deviceId(): string | null {
  try {
    const known = localStorage.getItem(key);
    if (known !== null) return known;
    const made = crypto.randomUUID();
    localStorage.setItem(key, made);
    return made;
  } catch {
    return null;
  }
}
