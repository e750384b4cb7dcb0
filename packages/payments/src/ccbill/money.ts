/** Currencies that CCBill bills in, by ISO 4217: three digits and decimals. */
const currencies: Readonly<Record<string, { readonly code: string; readonly decimals: number }>> = {
  USD: { code: '840', decimals: 2 },
  EUR: { code: '978', decimals: 2 },
  GBP: { code: '826', decimals: 2 },
  CAD: { code: '124', decimals: 2 },
  AUD: { code: '036', decimals: 2 },
  JPY: { code: '392', decimals: 0 },
};

export const billedCurrencies: readonly string[] = Object.keys(currencies);

export const currencyCode = (currency: string): string | null =>
  Object.hasOwn(currencies, currency) ? currencies[currency]!.code : null;

/** CCBill writes 036 and 36 for the same. */
export const currencyOf = (code: string): string | null =>
  Object.keys(currencies).find((name) => currencies[name]!.code === code.padStart(3, '0')) ?? null;

/** Always two decimals: what is hashed and what is sent must be the same text. */
export const amountText = (minor: number, currency: string): string =>
  (minor / 10 ** (currencies[currency]?.decimals ?? 2)).toFixed(2);

/** Minor units, or null for what is no amount of the currency. */
export function minorOf(text: string, currency: string): number | null {
  const parts = /^(\d{1,9})(?:\.(\d{1,4}))?$/.exec(text.trim());
  if (!parts) return null;
  const decimals = currencies[currency]?.decimals ?? 2;
  const fraction = (parts[2] ?? '').padEnd(decimals, '0');
  return /^0*$/.test(fraction.slice(decimals)) ? Number(`${parts[1]}${fraction.slice(0, decimals)}`) : null;
}
