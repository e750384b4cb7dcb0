/** Card numbers in text, where none may be: requests to us, logs, rows and files (DECISIONS 22, C17). */

/** The check digit rule that card numbers follow. `digits` holds digits only. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/**
 * Every run of 13 to 19 digits (blanks and hyphens between them allowed) that begins as a card does and passes the
 * check digit. One run in ten of other long numbers passes too: use it where such numbers do not occur.
 */
export function findCardNumbers(text: string): string[] {
  const found: string[] = [];
  for (const run of text.matchAll(/(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])/g)) {
    const digits = run[0].replace(/[ -]/g, '');
    if (/^[2-6]/.test(digits) && passesLuhn(digits)) found.push(digits);
  }
  return found;
}

export const containsCardNumber = (text: string): boolean => findCardNumbers(text).length > 0;
