import type { TenantDb } from '@backlot/database';
import { later } from '../../jobs/later.ts';

declare module '../../jobs/job.ts' {
  interface JobPayloads {
    'look-at-crypto-payment': { paymentId: string };
  }
}

/** Real time, as the queue knows no other. A look that waits already is moved. */
export const lookLater = (db: TenantDb, paymentId: string, inMs: number): Promise<void> =>
  later(
    db,
    'look-at-crypto-payment',
    { paymentId },
    { runAt: new Date(Date.now() + inMs), jobKey: `crypto:${paymentId}` },
  );
