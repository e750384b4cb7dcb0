/**
 * A number as it is typed, NaN where it says none or may mean two: `1,000` is a thousand to some and one to others, and
 * nobody notices a price that is wrong by a thousand. Two kinds of separators, or one kind several times, say what they are.
 */
export function parseNumber(typed: string): number {
  const text = westernDigits(typed).replace(/[\s'\u2019]/g, '');
  if (/^-?\d+$/.test(text)) return Number(text);
  const [, sign = '', whole = '', mark = '', part = ''] = /^(-?)(\d[\d.,]*)([.,])(\d+)$/.exec(text) ?? [];
  if (mark === '') return Number.NaN;
  const isGrouped = (groups: string, by: string): boolean =>
    groups.split(by).every((group, index) => (index === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(group));
  if (/^\d+$/.test(whole)) {
    const mayBeGroup = part.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
    return mayBeGroup ? Number.NaN : Number(`${sign}${whole}.${part}`);
  }
  if (whole.includes(mark))
    return isGrouped(`${whole}${mark}${part}`, mark)
      ? Number(`${sign}${whole.replaceAll(mark, '')}${part}`)
      : Number.NaN;
  const other = mark === '.' ? ',' : '.';
  return isGrouped(whole, other) ? Number(`${sign}${whole.replaceAll(other, '')}.${part}`) : Number.NaN;
}

/** Digits and separators as Arabic and Persian keyboards write them, and the minus as documents do, with marks of direction around it. */
const westernDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\u2010-\u2013\u2212\ufe63\uff0d]/g, '-')
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',');
