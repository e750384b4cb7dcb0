import { DomainError } from '@backlot/contracts';
import { containsCardNumber } from '@backlot/payments/card-numbers';

const cardFields: ReadonlySet<string> = new Set(['cardnumber', 'card_number', 'cvv', 'cvc', 'cvv2', 'securitycode']);
const MAX_DEPTH = 32;

/** Postgres has no text with a zero byte, and no JSON with half a character. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Autofill may put a card's number into a field for a name. Captions and messages are longer and left alone. */
const isCardNumber = (text: string): boolean =>
  text.length < 40 && /^[\d\s-]{13,}$/.test(text) && containsCardNumber(text);

/**
 * Refuses what no call wants: card numbers and cvv (DECISIONS 22: such a body
 * is refused and nothing of it kept), under whatever name, text that cannot be stored and JSON
 * nested deeper than any call needs.
 */
export function scanInput(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw new DomainError('invalid-request');
    if (isCardNumber(value)) throw new DomainError('card-data-refused');
    return;
  }
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
  if (depth > MAX_DEPTH) throw new DomainError('invalid-request');
  if (Array.isArray(value)) {
    for (const item of value) scanInput(item, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (cardFields.has(key.toLowerCase())) throw new DomainError('card-data-refused');
    if (!isStorable(key)) throw new DomainError('invalid-request');
    scanInput(item, depth + 1);
  }
}
