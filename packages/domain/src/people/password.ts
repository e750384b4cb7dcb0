import { normaliseEmail } from './email.ts';

export const passwordMin = 8;
export const passwordMax = 128;

export type PasswordError = 'password-required' | 'password-too-short' | 'password-too-long' | 'password-like-email';

/**
 * The rule for a new password, in the browser and on the server. Length is what counts, in characters of the form that is
 * hashed; no rules about kinds of characters. Blanks belong to the password.
 */
export function passwordError(password: string, email?: string): PasswordError | null {
  if (password === '') return 'password-required';
  const normal = normalisePassword(password);
  const length = [...normal].length;
  if (length < passwordMin) return 'password-too-short';
  if (length > passwordMax) return 'password-too-long';
  return email && normaliseEmail(normal) === normaliseEmail(email) ? 'password-like-email' : null;
}

/** The form that is hashed: the same characters typed on another keyboard give the same bytes. */
export const normalisePassword = (password: string): string => password.normalize('NFKC');
