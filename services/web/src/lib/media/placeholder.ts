import { thumbHashToDataURL } from 'thumbhash';

const drawn = new Map<string, string>();

/** A thumbhash of the wire (base64) as a picture of some hundred bytes; null for what is none. */
export function placeholderPicture(hash: string): string | null {
  const known = drawn.get(hash);
  if (known !== undefined) return known;
  try {
    const picture = thumbHashToDataURL(Uint8Array.from(atob(hash), (sign) => sign.codePointAt(0) ?? 0));
    // A long feed shows a few hundred of them; older ones are drawn again when needed.
    if (drawn.size > 400) drawn.clear();
    drawn.set(hash, picture);
    return picture;
  } catch {
    return null;
  }
}
