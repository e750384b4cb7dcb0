import type { TenantDb } from '@backlot/database';
import type { StatedKind } from './chart.ts';
import { findBooked, postTransactions, type AccountName } from './ledger-rows.ts';

/** Minor units, all of them zero or above. */
export type StatedFigures = Readonly<Record<StatedKind, number>>;

export interface StatedMonth {
  /** The entry's row. */
  readonly id: string;
  readonly provider: string;
  readonly currency: string;
  readonly figures: StatedFigures;
  /** Within the month that it is of. */
  readonly at: Date;
  /** The entry whose bookings these undo; null for a new one. */
  readonly takesBackId: string | null;
}

/**
 * Books what a provider's statement says, a transaction a figure: what the provider kept, held back or paid out it no
 * longer owes. Once an entry.
 * @throws the violation of `one_transaction_a_cause` when it was booked before
 */
export async function bookProviderStatement(db: TenantDb, stated: StatedMonth): Promise<void> {
  const { id, provider, currency, figures, at, takesBackId } = stated;
  const cause = { type: 'provider_statement', id } as const;
  const undone = takesBackId === null ? null : await findBooked(db, { type: cause.type, id: takesBackId });
  const kinds = (Object.keys(figures) as StatedKind[]).filter((kind) => figures[kind] > 0);
  await postTransactions(
    db,
    kinds.map((kind) => {
      const amountMinor = figures[kind] * (kind === 'reserve_released' ? -1 : 1) * (takesBackId === null ? 1 : -1);
      return {
        kind,
        cause,
        reversesId: undone?.get(kind)?.id ?? null,
        userId: null,
        currency,
        // Into the month that it was booked into, whatever the site's zone is now.
        at: undone?.get(kind)?.at ?? at,
        entries: [
          { account: otherSide(kind, provider), amountMinor },
          { account: { kind: 'provider_clearing', detail: provider }, amountMinor: -amountMinor },
        ],
      };
    }),
  );
}

function otherSide(kind: StatedKind, provider: string): AccountName {
  if (kind === 'provider_fees') return { kind: 'provider_fees', detail: provider };
  return kind === 'paid_out' ? { kind: 'bank' } : { kind: 'reserve', detail: provider };
}
