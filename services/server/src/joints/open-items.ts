import type { OpenItemDecision, OpenItemKind } from '@backlot/contracts/open-items';
import type { TenantDb } from '@backlot/database';

/**
 * Open items that belong to no payment of checkout's. A feature that raises some names this as `openItems`: checkout asks
 * it, in its own transaction, and keeps who decided and what shows it.
 */
export interface OpenItems {
  /** Ends its item as staff decided. Null when it has no item of this id. Throws refusals as DomainErrors. */
  settle(
    db: TenantDb,
    decided: { readonly id: string; readonly decision: OpenItemDecision; readonly now: Date },
  ): Promise<SettledElsewhere | null>;
}

export interface SettledElsewhere {
  /** Null while it stays open: it is only tried again. */
  readonly record: {
    readonly kind: OpenItemKind;
    readonly userId: string;
    readonly amountMinor: number;
    readonly currency: string;
    readonly cryptoPaymentId?: string;
  } | null;
}
