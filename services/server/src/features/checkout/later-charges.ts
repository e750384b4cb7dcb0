import type { ErrorCode } from '@backlot/contracts';
import type { OpenItemDecision } from '@backlot/contracts/open-items';
import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../context.ts';
import type { ByHand } from './settle/settle-reversal.ts';
import type { Sellables } from './sellables.ts';
import type { SeriesEvent } from '@backlot/payments';

/** What follows the first payment of what renews. */
export interface LaterCharges {
  /** Whether a card that could be charged for them can be kept beforehand, as the site takes cards now. */
  readonly canAddCard: (ctx: AppContext, settings: Settings) => boolean;
  /** The charge that comes next and the account that will make it; null for none. */
  readonly next: (
    db: TenantDb,
    userId: string,
    now: Date,
  ) => Promise<{ readonly accountId: string; readonly amountMinor: number } | null>;
  /** Applies an event of a series that its provider drives by itself. False when the series is none of this feature. */
  readonly applySeriesEvent?: (
    db: TenantDb,
    received: {
      readonly accountId: string;
      readonly event: SeriesEvent;
      readonly now: Date;
      readonly sells: Sellables;
    },
  ) => Promise<boolean>;
  /** The fan added or chose a card: what failed before is tried with it, at once unless it was declined for it. The buyer is held. */
  readonly cardChanged?: (db: TenantDb, changed: ChangedCard) => Promise<void>;
  /** Ends an open item of the feature's own as staff decided. False when it has no such item. Throws refusals as DomainErrors. */
  readonly settle?: (
    db: TenantDb,
    decided: { readonly id: string; readonly decision: OpenItemDecision; readonly by: ByHand; readonly now: Date },
  ) => Promise<boolean>;
  /** With this code the last card that it can be paid with stays on file. */
  readonly cardStays: ErrorCode;
}

export interface ChangedCard {
  readonly userId: string;
  /** The account that the card belongs to. */
  readonly account: { readonly id: string; readonly provider: string };
  readonly instrumentId: string;
  /** Its owner typed it just now, and its bank found nothing wrong with it. */
  readonly isTyped: boolean;
  readonly now: Date;
}
