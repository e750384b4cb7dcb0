import type { LineDifference, LineState, ReportLineKind } from '@backlot/contracts/reconciliation';
import type { TableOf } from '@backlot/database';
import type { ProviderEvent, Report } from '@backlot/payments';

export interface ReportReadingRow {
  account_id: string;
  asked_at: Date;
  outcome: Report['kind'] | null;
  code: string | null;
  read_from: Date | null;
  read_until: Date | null;
}

/** What was read before a gap. */
export interface ReportReadingBeforeRow {
  account_id: string;
  read_from: Date;
  read_until: Date;
}

/** Until when a provider was asked of what went back. */
export interface ReversalLookRow {
  account_id: string;
  looked_until: Date;
}

/** `books`: a charge or a reversal of ours that the report has not. */
export type LineSource = 'report' | 'books';

export interface ReportLineRow {
  id: string;
  account_id: string;
  source: LineSource;
  type: ReportLineKind;
  provider_ref: string;
  series_ref: string | null;
  amount_minor: number | null;
  currency: string | null;
  occurred_at: Date;
  event: ProviderEvent | null;
  attempt_id: string | null;
  reversal_id: string | null;
  ours_minor: number | null;
  ours_currency: string | null;
  state: LineState;
  difference: LineDifference | null;
  explained_at: Date | null;
  explained_by: string | null;
  note: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    report_readings: TableOf<ReportReadingRow>;
    report_readings_before: TableOf<ReportReadingBeforeRow>;
    report_lines: TableOf<ReportLineRow>;
    reversal_looks: TableOf<ReversalLookRow>;
  }
}
