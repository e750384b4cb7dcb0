import type { TableOf, TenantDb } from '@backlot/database';

export interface FirstStepRow {
  step: 'share' | 'hidden';
  done_at: Date;
  done_by: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    first_steps: TableOf<FirstStepRow>;
  }
}

export const listDoneSteps = async (db: TenantDb): Promise<ReadonlySet<FirstStepRow['step']>> =>
  new Set((await db('first_steps').select('step')).map(({ step }) => step));

export async function deleteDoneStep(db: TenantDb, step: FirstStepRow['step']): Promise<void> {
  await db('first_steps').where({ step }).delete();
}

/** The first time counts. */
export async function insertDoneStep(db: TenantDb, row: FirstStepRow): Promise<void> {
  await db('first_steps').insert(row).onConflict('step').ignore();
}
