/** A first name to show until the person gives one: what stands before the at sign, tidied. */
export function nameFrom(given: string | undefined, email: string): string {
  const name = given?.trim().replace(/\s+/g, ' ');
  if (name) return name.slice(0, 80);
  const local = email.split('@')[0] ?? '';
  const words = local.split(/[._+-]+/).filter((word) => /\p{L}/u.test(word)).slice(0, 2);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ').slice(0, 80) || local.slice(0, 80);
}
