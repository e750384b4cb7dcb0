import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '@backlot/contracts';

// OWASP's argon2id profile: 19 MiB, two passes, one lane (some 25 ms here).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let decoy: Promise<string> | null = null;

/**
 * Compares with a stored hash. Without one it works just as long and says no,
 * so that an answer's time does not tell whether there is an account.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(stored ?? await decoy, password).catch(() => false);
  return stored ? matches : false;
}

/** @throws `password-too-short`, `password-too-long` */
export function requireGoodPassword(password: string): void {
  if (password.length < PASSWORD_MIN) throw new DomainError('password-too-short', { min: PASSWORD_MIN });
  if (password.length > PASSWORD_MAX) throw new DomainError('password-too-long', { max: PASSWORD_MAX });
}
