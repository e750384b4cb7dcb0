import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '@backlot/contracts';
import { normalisePassword, passwordError, passwordMax, passwordMin } from '@backlot/domain/people/password';
import { createFairSemaphore, type Caller } from '../login/fair-semaphore.ts';

// OWASP's argon2id profile: 19 MiB, two passes, one lane (some 25 ms here).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Four threads do the process's slow work, reading files too: strangers at the login get half of them, and some seconds' queue. */
const limit = createFairSemaphore({ atOnce: 2, waiting: 400 });

/** Work of our own: people that a site declares. */
const ours: Caller = { site: '', line: '' };

/** @throws `too-many-requests` while a crowd is logging in */
export const hashPassword = (password: string, caller: Caller = ours): Promise<string> =>
  limit(caller, () => hash(normalisePassword(password), cost));

let decoy: Promise<string> | null = null;

/**
 * Compares with a stored hash. Without one it works just as long and says no, so that an answer's time does not tell
 * whether there is an account. Hashes from before passwords were normalised are of what was typed: that is tried too.
 * @throws `too-many-requests` while a crowd is logging in
 */
export async function passwordMatches(
  stored: string | null | undefined,
  password: string,
  caller: Caller,
): Promise<boolean> {
  decoy ??= hash('no account has this password', cost);
  const known = stored ?? (await decoy);
  const forms = new Set([normalisePassword(password), password]);
  let matches = false;
  // All of them whatever the first says: time tells of what was typed only.
  for (const form of forms) matches = (await limit(caller, () => verify(known, form).catch(() => false))) || matches;
  return stored ? matches : false;
}

const paramsOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'password-too-short': { min: passwordMin },
  'password-too-long': { max: passwordMax },
};

/** The rule that the browser checks too. @throws `password-too-short`, `password-too-long`, `password-like-email` */
export function requireGoodPassword(password: string, field: string, email?: string): void {
  const error = passwordError(password, email);
  if (error === null) return;
  // An empty one does not pass the call's shape.
  const code = error === 'password-required' ? 'password-too-short' : error;
  throw new DomainError(code, paramsOf[code], { fields: [{ field, code }] });
}
