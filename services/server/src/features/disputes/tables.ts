import type { TableOf } from '@backlot/database';
import type { Opening } from '../../joints/openings.ts';

/** Somebody opened the evidence about a chargeback. */
export interface DisputeEvidenceOpeningRow extends Opening {
  reversal_id: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    dispute_evidence_openings: TableOf<DisputeEvidenceOpeningRow>;
  }
}
