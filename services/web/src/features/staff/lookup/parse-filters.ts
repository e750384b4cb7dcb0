import { parseNumber } from '../../../components/kit/form/parse-number.ts';

export const isLast4 = (text: string): boolean => /^\d{4}$/.test(text);
export const isAmount = (text: string): boolean => /^\d{1,6}(\.\d{1,2})?$/.test(text);

/** The last four digits of a card, else null. */
export const parseLast4 = (typed: string): string | null => (isLast4(typed) ? typed : null);

/** An amount as statements show it: without a currency sign, with either decimal separator. */
export function parseAmount(typed: string): string | null {
  const amount = String(parseNumber(typed));
  return isAmount(amount) ? amount : null;
}
