import type { TenantDb } from '@backlot/database';
import { laterWith, type EventToAppend } from '../jobs/append.ts';

declare module '../jobs/job.ts' {
  interface JobPayloads {
    /** `facts`: the parameters, under the name that workers of the version before know. */
    'send-mail': { kind: MailKind; userId: string; facts: MailParams };
  }
}

export type MailKind =
  | 'invitation'
  | 'welcome'
  | 'reset'
  | 'offer'
  | 'password-changed'
  | 'receipt'
  | 'charge-explained'
  | 'renewal-failed'
  | 'refund-owed'
  | 'refunded'
  | 'charged-back'
  | 'cancelled'
  | 'withdrawn'
  | 'photo-id-accepted'
  | 'photo-id-rejected'
  | 'price-change'
  | 'renewal-soon'
  | 'renewal-at-risk'
  | 'complimentary-given'
  | 'complimentary-ended'
  | 'funds-added'
  | 'wallet-taken-out'
  | 'membership-news'
  | 'purchase-news'
  | 'like-the-website';

/** Raw values: instants as ISO 8601, amounts in minor units. What they look like is decided when the mail is written. */
export type MailParams = Readonly<Record<string, string | number | null>>;

/** Enqueued with the change it tells of, and with events that tell of it; sent at least once under the same id. */
export const mailLater = (
  db: TenantDb,
  kind: MailKind,
  userId: string,
  params: MailParams = {},
  events: readonly EventToAppend[] = [],
): Promise<void> => laterWith(db, events, 'send-mail', { kind, userId, facts: params });
