import type { TenantDb } from '@backlot/database';
import { statedKinds, type StatedKind } from './chart.ts';
import { findBooked, postTransactions, type AccountName } from './ledger-rows.ts';

/** Minor units, all of them zero or above but for `exchange`, of which a loss is below zero. */
export type StatedFigures = Readonly<Partial<Record<StatedKind, number>>>;

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
 * longer owes, and what it gave back or gained by exchange it owes besides. Once an entry.
 * @throws the violation of `one_transaction_a_cause` when it was booked before
 */
export async function bookProviderStatement(db: TenantDb, month: StatedMonth): Promise<void> {
  const { id, provider, currency, figures, at, takesBackId } = month;
  const cause = { type: 'provider_statement', id } as const;
  const undone = takesBackId === null ? null : await findBooked(db, { type: cause.type, id: takesBackId });
  await postTransactions(
    db,
    statedKinds.flatMap((kind) => {
      const stated = figures[kind] ?? 0;
      if (stated === 0) return [];
      const amountMinor = stated * (isOwedMore.has(kind) ? -1 : 1) * (takesBackId === null ? 1 : -1);
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

/** What the provider owes more by; of all others it owes less. */
const isOwedMore: ReadonlySet<StatedKind> = new Set(['reserve_released', 'dispute_released', 'exchange']);

function otherSide(kind: StatedKind, provider: string): AccountName {
  switch (kind) {
    case 'provider_fees':
      return { kind, detail: provider };
    case 'platform_share':
    case 'exchange':
      return { kind };
    case 'tax_withheld':
      return { kind: 'tax' };
    case 'reserve_held':
    case 'reserve_released':
      return { kind: 'reserve', detail: provider };
    case 'dispute_held':
    case 'dispute_released':
      return { kind: 'disputes', detail: provider };
    case 'paid_out':
      return { kind: 'bank' };
  }
}
