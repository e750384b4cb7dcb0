import type { TenantDb } from '@backlot/database';
import { validate as isUuid } from 'uuid';
import type { DisputeEvidenceOpeningRow } from '../tables.ts';

export async function insertOpening(db: TenantDb, row: DisputeEvidenceOpeningRow): Promise<void> {
  await db('dispute_evidence_openings').insert(row);
}

/** Null also for what is no id. */
export const findOpening = async (db: TenantDb, id: string): Promise<DisputeEvidenceOpeningRow | null> =>
  isUuid(id) ? ((await db('dispute_evidence_openings').where({ id }).first()) ?? null) : null;
