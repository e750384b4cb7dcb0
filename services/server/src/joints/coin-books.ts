import type { TenantDb } from '@backlot/database';

/**
 * What checkout's statements and reconciliation ask about money that comes as coins, which they know nothing of. The feature
 * that takes coins names this as `coinBooks`; it is asked in checkout's own transaction.
 */
export interface CoinBooks {
  /** Who holds the money, as the books name it. */
  readonly provider: string;
  /** Holds an account until the transaction ends. False where there is none of this id. */
  lockAccount(db: TenantDb, id: string): Promise<boolean>;
  /** Staff say why a payment came to something else there. False where there is none of this id. Throws refusals as DomainErrors. */
  explain(db: TenantDb, explained: ExplainedCoins): Promise<boolean>;
}

export interface ExplainedCoins {
  readonly id: string;
  readonly by: string;
  readonly note: string;
  readonly now: Date;
}
