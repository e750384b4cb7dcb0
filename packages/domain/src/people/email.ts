export const emailMax = 254;

/** One mailbox is one identity, so case and outer blanks never make two. */
export const normaliseEmail = (typed: string): string => typed.trim().normalize('NFC').toLowerCase();

/** The basic shape: one @, a dot in the domain, no blanks. Whether it exists only a mail can tell. */
export function isEmail(text: string): boolean {
  if (text.length > emailMax) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  return (
    at > 0 &&
    local.length <= 64 &&
    /^[^\s@<>()[\]\\,;:"]+$/.test(local) &&
    !/^\.|\.$|\.\./.test(local) &&
    /^(?!-)[\p{L}\d-]+(\.[\p{L}\d-]+)*\.[\p{L}][\p{L}\d-]*$/u.test(text.slice(at + 1))
  );
}

export const emailError = (typed: string): 'email-required' | 'email-invalid' | null =>
  typed.trim() === '' ? 'email-required' : isEmail(normaliseEmail(typed)) ? null : 'email-invalid';
