import type { TableOf } from '@backlot/database';
import type { Opening } from '../../joints/openings.ts';

/** Somebody opened the evidence about a chargeback. */
export interface DisputeEvidenceOpeningRow extends Opening {
  reversal_id: string;
}

/** A payment that the issuer of its card reported as fraud. */
export interface FraudReportRow {
  id: string;
  attempt_id: string;
  reported_at: Date;
  note: string;
  noted_by: string;
  noted_at: Date;
  taken_back_by: string | null;
  taken_back_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    fraud_reports: TableOf<FraudReportRow>;
    dispute_evidence_openings: TableOf<DisputeEvidenceOpeningRow>;
  }
}
