import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface TableColumn<T> {
  /** Also the name by which the server sorts. */
  readonly id: string;
  readonly head: string;
  readonly cell: (row: T) => ReactNode;
  readonly kind?: 'text' | 'muted' | 'number';
  /** The direction that is asked for more often; absent for a column that does not sort. */
  readonly sorts?: 'asc' | 'desc';
  /** Left out where there is less room: `wide` also beside an open row. */
  readonly from?: 'tablet' | 'wide';
  /** What the row is called: its header, which is never hidden. */
  readonly isName?: boolean;
  /** Takes what the other columns leave and cuts what is longer. */
  readonly takesRest?: boolean;
  /** The head is for screen readers only: a column of buttons. */
  readonly hidesHead?: boolean;
}

export interface BulkAction<T> {
  readonly key: string;
  readonly text: string;
  readonly icon: LucideIcon;
  readonly isBad?: boolean;
  /** What is done is done with all of them; the selection is then empty. */
  readonly run: (rows: readonly T[]) => void;
}

interface FilterBase {
  readonly name: string;
  readonly label: string;
  readonly value: string | null;
}
export type ChoiceFilter = FilterBase & {
  readonly options: readonly { readonly value: string; readonly text: string; readonly count?: string | undefined }[];
} & (
    | { readonly shape: 'chips' }
    | { readonly shape: 'select' }
    /** Chips of which none may be chosen. */
    | { readonly shape: 'optional' }
    /** Days: so many that end today, or, by the option `own`, from one day to another. */
    | ({ readonly shape: 'days' } & DayRange)
  );
/** A few characters that are typed. */
export interface TypedFilter extends FilterBase {
  readonly shape: 'typed';
  readonly inputMode: 'numeric' | 'decimal';
  readonly maxLength: number;
  /** What is asked for then; null while it says nothing that can be asked. */
  readonly read: (typed: string) => string | null;
}
/** One day of the site's calendar. */
export interface DayFilter extends FilterBase {
  readonly shape: 'day';
}
export type TableFilter = ChoiceFilter | TypedFilter | DayFilter;

/** Days of the site's calendar as `2026-03-31`; null where it is open. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** A row as a telephone shows it. */
export interface ListEntry {
  readonly picture: ReactNode;
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly end: ReactNode;
}

export interface Answer<T> {
  readonly rows: readonly T[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly limit: number;
}

export interface RowSteps {
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}
