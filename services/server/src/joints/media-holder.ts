import type { TenantDb } from '@backlot/database';
import type { Visibility } from '@backlot/domain/access';
import type { MediaLevel } from '@backlot/media';
import type { Actor } from '../actor.ts';

/** A medium whose processing ended. */
export interface SettledMedium {
  readonly id: string;
  /** False for one that failed. */
  readonly isReady: boolean;
}

export type UseState = 'published' | 'scheduled' | 'processing' | 'error' | 'removed' | 'replaced';

/** A place where a medium is shown, also one that was taken away since. */
export interface MediaUse {
  readonly mediaId: string;
  /** False where another file of the same bytes is used. */
  readonly isItself: boolean;
  /** Name of the holder, and id and title of what it shows: a post's. */
  readonly holder: string;
  readonly id: string;
  readonly title: string;
  readonly state: UseState;
  readonly visibility: Visibility;
  readonly publishAt: Date;
  readonly isPreview: boolean;
  /** The medium's bytes must stay for it. */
  readonly isNeeded: boolean;
}

/** What somebody paid for: a purchase, by its entitlement's id, or their membership. */
export type PaidFor = { readonly entitlementId: string } | 'membership';

/** What a viewer may have of a medium. */
export interface OpenedMedium {
  readonly level: MediaLevel;
  /** What they paid for that it belongs to; nothing of a medium that is open without. */
  readonly paidFor?: readonly PaidFor[];
}

/**
 * What shows media: posts, the site's look. Media are received, processed and served without knowing who holds them; a
 * holder's feature names it as `holds`, and is asked and told here. All of it runs in the caller's transaction.
 */
export interface MediaHolder {
  readonly name: string;
  /**
   * What a viewer (null: a guest) may have of these media because of this holder; one that no holder mentions does not
   * exist for them. Staff may have all and are not asked for.
   */
  visibleTo(
    db: TenantDb,
    viewer: Actor | null,
    mediaIds: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, OpenedMedium>>;
  /** Told once a medium has become ready or has failed; null of those that do not wait for it. */
  readonly settled: ((db: TenantDb, medium: SettledMedium) => Promise<void>) | null;
  /** Told when a failed medium is processed once more. */
  readonly reopened: ((db: TenantDb, mediaId: string) => Promise<void>) | null;
  /** Where these media are shown, the latest first; `withSameBytes`: also where the same bytes are, uploaded again. */
  uses(
    db: TenantDb,
    mediaIds: readonly string[],
    now: Date,
    options?: { readonly withSameBytes?: boolean },
  ): Promise<readonly MediaUse[]>;
}
