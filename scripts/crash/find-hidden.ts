import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { Harness } from './harness.ts';

/** Money that somebody is owed, or that nobody knows what to do about. */
interface Owed {
  readonly id: string;
  readonly intent_id: string;
  readonly what: string;
}

export interface Hidden {
  /** How much is owed or held, and shown. */
  readonly shown: number;
  /** What is owed or was promised, did not go back and is shown to nobody. */
  readonly lies: readonly string[];
}

/** Whether staff see all that is owed or held, and each refund that they were told of went back or is shown as owed. */
export async function findHidden(harness: Harness): Promise<Hidden> {
  const returned = new Map((await harness.twin.charges()).map(({ reference, refunded }) => [reference, refunded]));
  const lies: string[] = [];
  let shown = 0;
  for (const site of harness.sites) {
    const items = await harness.listOpenItems(site);
    const say = (lie: string): void => void lies.push(`${site.tenant.slug}: ${lie}`);
    await harness.database.tenants.read(site.tenant, async (db) => {
      const owed = await sql<Owed>`
        select r.id, a.intent_id, r.state as what
        from ${table('payment_reversals')} r join ${table('payment_attempts')} a on a.id = r.attempt_id
        where r.state not in ('succeeded', 'dropped')
        union all select i.id, i.id, 'payment held' from ${table('payment_intents')} i where i.state = 'held'`.all(db);
      for (const { id, what } of owed) if (!items.has(id)) say(`${what} ${id} is shown to nobody`);
      const isShown = new Set(owed.filter(({ id }) => items.has(id)).map(({ intent_id: intent }) => intent));
      shown += isShown.size;
      for (const { id: intent, attempt } of await listPurchases(db)) {
        const promised = harness.promises.refunds.get(intent);
        if (promised?.told !== true || isShown.has(intent)) continue;
        const went = returned.get(attempt) ?? 0;
        if (went < promised.minor)
          say(`of ${promised.minor} promised of ${intent} ${went} went, the rest is shown to nobody`);
      }
    });
  }
  return { shown, lies };
}

const listPurchases = (db: TenantDb): Promise<Array<{ readonly id: string; readonly attempt: string }>> =>
  sql<{ readonly id: string; readonly attempt: string }>`
    select a.intent_id as id, a.id as attempt from ${table('payment_attempts')} a where a.state = 'succeeded'`.all(db);
