import type pg from 'pg';
import type { SiteName } from '@backlot/server/testing/world';
import type { NewCharge, Provider } from './providers.ts';

/**
 * What was taken out of wallets for memberships, which has no provider beside us: the rows themselves, read by statements of our
 * own. The model compares them with what fans were told, and wallets with the coins that were sent.
 */
export interface WalletBooks extends Provider {
  /** Reads what changed since the last time. */
  refresh(): Promise<void>;
}

interface Taken {
  readonly reference: string;
  readonly userId: string;
  readonly amountMinor: number;
  readonly returnedMinor: number;
}

export function walletBooks(owner: pg.Client, site: SiteName, schema: string): WalletBooks {
  const taken = new Map<string, Taken>();
  const fresh: NewCharge[] = [];
  return {
    name: 'wallet',
    site,
    reportsReversals: true,
    seriesOf: () => null,
    saleOf: () => null,
    async refresh() {
      const { rows } = await owner.query<Taken>({
        name: `wallet-${site}`,
        text: `select a.id::text as reference, i.user_id::text as "userId", a.taken_minor::int as "amountMinor",
           (select coalesce(sum(r.amount_minor), 0) from ${schema}.payment_reversals r
            where r.attempt_id = a.id and r.state = 'succeeded')::int as "returnedMinor"
         from ${schema}.payment_attempts a join ${schema}.payment_intents i on i.id = a.intent_id
         where a.provider = 'wallet' and a.state = 'succeeded' and i.content_id is null order by a.started_at, a.id`,
      });
      for (const row of rows) {
        const { reference, amountMinor, userId } = row;
        if (!taken.has(reference)) fresh.push({ reference, amountMinor, userId });
        taken.set(reference, row);
      }
    },
    newCharges: () => fresh.splice(0),
    takenOf: (reference) => taken.get(reference)?.amountMinor ?? 0,
    refundedOf: (reference) => taken.get(reference)?.returnedMinor ?? 0,
    nameOf: () => null,
    reverse: async () => {},
    setFaults: async () => {},
  };
}
