import { addressKey } from '../../../session/address-key.ts';
import { hashedName } from '../../../tries/hashed-name.ts';

/**
 * Cards of a person in a day, on all sites together, that were declined or whose outcome was not known yet; after these no
 * other card is tried. A card on file still pays.
 */
export const mostDeclinedADay = 20;
/**
 * The same of a line, and of a browser, by people who never paid here: an account is quickly opened, and each has cards of its
 * own to be declined. Whoever paid here is not stopped by what strangers do on the same line (DECISIONS 44).
 */
export const mostDeclinedByNewcomers = 60;

/** What a card counts among in a day, and how many may be declined. */
export function todaysOf(
  { person, hasPaid }: { readonly person: string; readonly hasPaid: boolean },
  { address, deviceId }: { readonly address: string; readonly deviceId: string | null },
): ReadonlyArray<{ readonly key: string; readonly most: number; readonly isShared: boolean }> {
  const own = { key: `card-refused:${person}`, most: mostDeclinedADay, isShared: false };
  if (hasPaid) return [own];
  const shared = [
    `card-refused-line:${addressKey(address)}`,
    ...(deviceId === null ? [] : [`card-refused-device:${hashedName(deviceId)}`]),
  ];
  return [own, ...shared.map((key) => ({ key, most: mostDeclinedByNewcomers, isShared: true }))];
}
