import { csvLines, csvMark, type CsvRow } from '@backlot/domain/formats/csv';
import { dayIn } from '@backlot/domain/formats/dates';
import { studioTexts } from '../../texts/studio-texts.ts';
import type { TextParams } from '../../texts/texts.ts';

export interface ExportLabels {
  readonly t: (id: string, params?: TextParams) => string;
  /** Head of a column of dates: names the clock. */
  readonly timed: (id: string) => string;
  /** `2026-03-10 14:05` by the site's clock, which every spreadsheet reads and sorts. */
  readonly date: (instant: string | null) => string | null;
}

export async function exportLabels(language: string, timeZone: string): Promise<ExportLabels> {
  const t = await studioTexts(language);
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' });
  return {
    t,
    timed: (id) => `${t(id)} (${timeZone})`,
    date: (instant) =>
      instant === null ? null : `${dayIn(new Date(instant), timeZone)} ${time.format(new Date(instant))}`,
  };
}

/** A file, or with `head` null a later part of it. */
export const csvText = (head: CsvRow | null, rows: readonly CsvRow[]): string =>
  head === null ? csvLines(rows) : `${csvMark}${csvLines([head, ...rows])}`;
