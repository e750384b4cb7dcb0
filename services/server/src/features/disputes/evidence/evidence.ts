/** A fact and what is recorded of it; null is printed as not recorded. */
export type Fact = readonly [name: string, value: string | null];

export interface EvidenceTable {
  readonly head: readonly string[];
  /** Shares of the page's width, one a column. */
  readonly widths: readonly number[];
  readonly rows: ReadonlyArray<readonly string[]>;
}

export interface EvidenceSection {
  readonly title: string;
  readonly facts?: readonly Fact[];
  readonly table?: EvidenceTable;
  /** A sentence below. */
  readonly note?: string;
}

/**
 * A document about one dispute. It goes to card schemes and banks, which read English: its wording is no interface text and
 * is not translated. Instants are in UTC.
 */
export interface Evidence {
  readonly title: string;
  /** The merchant of record, or the site's name. */
  readonly merchant: string;
  readonly madeAt: Date;
  readonly sections: readonly EvidenceSection[];
}

export const notRecorded = 'not recorded';

/** `2026-03-10 12:00:00 UTC`. */
export const instantText = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** What is kept as an empty text was not told. */
export const told = (text: string | null | undefined): string | null =>
  text === null || text === undefined || text.trim() === '' ? null : text;
