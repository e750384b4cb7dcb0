/**
 * JSON of CCBill's as text would have it: its ids are numbers of 18 digits, which a JavaScript number does not hold.
 * @throws SyntaxError
 */
export const parseLongIntegers = (text: string): unknown =>
  JSON.parse(
    text.replace(/("(?:[^"\\]|\\.)*")|(-?\d{16,})(?![\d.eE])/g, (whole, quoted, digits) =>
      quoted !== undefined || digits === undefined ? whole : `"${digits as string}"`,
    ),
  );

/** As JSON, with the digits of `ids` as the numbers that CCBill wants. */
export function writeLongIntegers(body: object, ids: Readonly<Record<string, string>>): string {
  const raw = Object.entries(ids).map(([name, digits]) => {
    if (!/^\d{1,19}$/.test(digits)) throw new Error(`not an id of CCBill's: ${name}`);
    return `,${JSON.stringify(name)}:${digits}`;
  });
  return JSON.stringify(body).replace(/\}$/, `${raw.join('')}}`);
}
