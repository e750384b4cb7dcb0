import { DomainError } from '@backlot/contracts';

const shape = /^[^\s@<>"',;:\\()[\]]{1,64}@[^\s@<>"',;:\\()[\]]{1,190}\.[^\s@.<>"',;:\\()[\]]{2,}$/;

/** What accounts are found by: trimmed, lower case, Unicode composed. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** @throws `card-email-invalid` */
export function requireEmail(email: string): { email: string; key: string } {
  const trimmed = email.trim().normalize('NFC');
  if (!shape.test(trimmed))
    throw new DomainError('card-email-invalid', {}, { fields: [{ field: 'email', code: 'card-email-invalid' }] });
  return { email: trimmed, key: emailKey(trimmed) };
}
