export type CsvRow = readonly (string | number | null)[];

/**
 * What begins a formula, at the beginning of a cell or of what some spreadsheet takes for the next one, without the quotes
 * that it begins with there; also in its wide form.
 */
const formulas = /(^|[,;\t\r\n])([ \t"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * Rows as CSV; cells that a spreadsheet would read as formulas are defused, also where it parts cells at semicolons or
 * tabs, as it does by the language of whoever opens the file.
 */
export function csvLines(rows: readonly CsvRow[]): string {
  const cell = (value: string | number | null): string => {
    const text = value === null ? '' : String(value);
    const safe = typeof value === 'string' ? text.replace(formulas, "$1$2'") : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** The mark by which spreadsheets know UTF-8; it begins the file. */
export const csvMark = '\uFEFF';
