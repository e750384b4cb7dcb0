import type { TenantDb } from '@backlot/database';
import { enqueueJob } from '@backlot/database/shared-functions';

export type MailKind = 'welcome' | 'reset' | 'receipt' | 'renewal-failed' | 'cancelled';

/** Raw facts: instants as ISO 8601, amounts in minor units. What they look like is decided when the mail is written. */
export type MailFacts = Readonly<Record<string, string | number | null>>;

/** Enqueued with the change it tells of; sent at least once under the same id. */
export const mailLater = (db: TenantDb, kind: MailKind, userId: string, facts: MailFacts = {}): Promise<void> =>
  enqueueJob(db, 'send-mail', { kind, userId, facts });
