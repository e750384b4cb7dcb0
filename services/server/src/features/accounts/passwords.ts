import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '@backlot/contracts';
import { createTurnstile } from './turnstile.ts';

// OWASP's argon2id profile: 19 MiB, two passes, one lane (some 25 ms here).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** Four threads do the process's slow work, reading files too: strangers at the login get half of them, and some seconds' queue. */
const inTurn = createTurnstile({ atOnce: 2, waiting: 400 });

/** @throws `too-many-requests` while a crowd is logging in */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

let decoy: Promise<string> | null = null;

/**
 * Compares with a stored hash. Without one it works just as long and says no,
 * so that an answer's time does not tell whether there is an account.
 * @throws `too-many-requests` while a crowd is logging in
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no account has this password', cost);
  const known = stored ?? await decoy;
  const matches = await inTurn(() => verify(known, password).catch(() => false));
  return stored ? matches : false;
}

/** @throws `password-too-short`, `password-too-long` */
export function requireGoodPassword(password: string): void {
  if (password.length < PASSWORD_MIN) throw new DomainError('password-too-short', { min: PASSWORD_MIN });
  if (password.length > PASSWORD_MAX) throw new DomainError('password-too-long', { max: PASSWORD_MAX });
}
