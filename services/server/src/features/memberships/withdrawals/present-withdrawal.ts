import type { ComesBack, Withdrawal } from '@backlot/contracts/withdrawals';
import { toWire } from '@backlot/domain/money/money';
import type { GivenBack, WithdrawalRow } from './withdrawal-rows.ts';

export const presentSums = (sums: readonly GivenBack[]): ComesBack[] =>
  sums.map(({ amountMinor, currency, to }) => ({ amount: toWire(amountMinor), currency, to }));

export const presentWithdrawal = (row: WithdrawalRow): Withdrawal => ({
  _id: row.intent_id,
  concluded_at: row.concluded_at.toISOString(),
  at: row.at.toISOString(),
  comes_back: presentSums(row.comes_back),
});
