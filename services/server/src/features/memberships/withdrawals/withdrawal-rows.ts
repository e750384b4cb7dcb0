import type { TableOf, TenantDb } from '@backlot/database';
import { toJson } from '@backlot/database/json-text';

/** A sum that a withdrawal gives back, by where it goes. */
export interface GivenBack {
  readonly amountMinor: number;
  readonly currency: string;
  readonly to: 'card' | 'wallet';
}

export interface WithdrawalRow {
  id: string;
  user_id: string;
  /** The purchase that concluded the contract (checkout). */
  intent_id: string;
  subscription_id: string;
  concluded_at: Date;
  /** The first instant at which it would have been too late. */
  right_until: Date;
  at: Date;
  comes_back: readonly GivenBack[];
  address: string;
  user_agent: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    withdrawals: TableOf<WithdrawalRow>;
  }
}

/** Null for another's, and where nobody withdrew. */
export const findWithdrawal = async (db: TenantDb, userId: string, intentId: string): Promise<WithdrawalRow | null> =>
  (await db('withdrawals').where({ user_id: userId, intent_id: intentId }).first()) ?? null;

export async function addWithdrawal(db: TenantDb, row: WithdrawalRow): Promise<void> {
  await db('withdrawals').insert({ ...row, comes_back: toJson(row.comes_back) });
}
