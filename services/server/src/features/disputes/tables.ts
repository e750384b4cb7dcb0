import type { TableOf } from '@backlot/database';

/** Somebody opened the evidence about a chargeback. */
export interface DisputeEvidenceOpeningRow {
  id: string;
  reversal_id: string;
  user_id: string;
  opened_by: string | null;
  opened_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    dispute_evidence_openings: TableOf<DisputeEvidenceOpeningRow>;
  }
}
