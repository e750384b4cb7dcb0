import { randomInt } from 'node:crypto';

/** A first name to show until the person chooses one. Nothing public is ever made from an address (DECISIONS 47). */
export function nameFrom(given: string | undefined): string {
  const name = given?.trim().replace(/\s+/g, ' ');
  return name ? name.slice(0, 80) : `Fan ${randomInt(10_000, 100_000)}`;
}

/** Ours, for a person without a name. */
export const isGivenName = (name: string): boolean => /^Fan \d{5}$/.test(name);
