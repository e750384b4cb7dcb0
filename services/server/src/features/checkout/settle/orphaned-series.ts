import { DomainError } from '@backlot/contracts';
import type { OpenItemDecision } from '@backlot/contracts/open-items';
import type { TenantDb } from '@backlot/database';
import { isUndefinedColumn } from '@backlot/database/is-undefined-column';
import { sql, table } from '@backlot/database/sql';
import type { SeriesEvent, Succeeded } from '@backlot/payments';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import { job, scheduledJob } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { endProviderSeries } from '../pay/end-provider-series.ts';
import type { AttemptRow } from '../tables.ts';
import { endUnaskedSeriesLater } from './end-unasked-series.ts';
import type { ByHand } from './settle-reversal.ts';

/** A series that a provider drives by itself after a sale that bought nothing, or though nobody asked for it. */
export interface OrphanedSeriesRow {
  id: string;
  account_id: string;
  /** The provider's id of it. */
  provider_ref: string;
  /** Whose sale began it; null where the check of a card did. */
  attempt_id: string | null;
  /** Whose card was checked. Not on the schema of the version before. */
  user_id?: string | null;
  /** Since when the provider is asked to end it. */
  ending_since: Date;
  end_tries: number;
  end_refusal: string | null;
  alarmed_at: Date | null;
  ended_at: Date | null;
  /** Staff who ended it at the provider's, and what shows it. */
  settled_by: string | null;
  evidence: string | null;
}

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'end-orphaned-series': { seriesId: string };
  }
}

/** Tries after which staff are told; the sweep goes on trying. */
const triesBeforeAlarm = 3;
/** Milliseconds after which a series that still charges is to be ended again. */
const askAgainMs = 600_000;

const endLater = (db: TenantDb, id: string): Promise<void> =>
  later(db, 'end-orphaned-series', { seriesId: id }, { jobKey: `end-orphaned-series:${id}` });

/**
 * A sale that can buy nothing began a series, which its provider would go on charging, or one began that nobody asked for: it
 * is to end it, and is asked with the transaction that takes the money. Nothing for a single sale.
 */
export async function endOrphanedSeries(
  db: TenantDb,
  attempt: Pick<AttemptRow, 'id' | 'account_id'>,
  series: Succeeded['series'],
  now: Date,
): Promise<void> {
  if (series)
    await endOrphan(db, {
      account_id: attempt.account_id,
      provider_ref: series.seriesRef,
      attempt_id: attempt.id,
      ending_since: now,
    });
}

/** A card was only checked, and its provider would charge it by itself for all that. */
export async function endSeriesOfCheck(
  ctx: AppContext,
  tenant: Tenant,
  { userId, accountId, seriesRef }: { readonly userId: string; readonly accountId: string; readonly seriesRef: string },
): Promise<void> {
  const orphan = { account_id: accountId, provider_ref: seriesRef, attempt_id: null, user_id: userId };
  const { tenants } = ctx.database;
  try {
    await tenants.write(tenant, (db) => endOrphan(db, { ...orphan, ending_since: ctx.clock.now() }));
  } catch (error) {
    if (!isUndefinedColumn(error)) throw error;
    await tenants.write(tenant, (db) => endUnaskedSeriesLater(db, { accountId, seriesRef }));
  }
}

type Ending = Omit<
  OrphanedSeriesRow,
  'id' | 'end_tries' | 'end_refusal' | 'alarmed_at' | 'ended_at' | 'settled_by' | 'evidence'
>;

async function endOrphan(db: TenantDb, ending: Ending): Promise<void> {
  const [orphan] = await db('orphaned_series')
    .insert({ id: v7(), ...ending })
    .onConflict(['account_id', 'provider_ref'])
    .ignore()
    .returning('id');
  if (orphan) await endLater(db, orphan.id);
}

/** Tried until the provider confirms; what it refuses or does not answer is shown to staff. */
export const endOrphanedSeriesJob = job({
  name: 'end-orphaned-series',
  lane: 'providers',
  async run({ ctx, tenant, payload, log }) {
    const refusal = await endAtProvider(ctx, tenant, payload.seriesId);
    if (refusal === null) return;
    log.error({ series: payload.seriesId, refusal }, 'a provider has not ended a series that pays for nothing');
    throw new Error(`Series ${payload.seriesId} goes on at the provider's: ${refusal}.`);
  },
});

/** Series whose end nobody asks for any more, because its job was given up. */
export const endForgottenOrphansJob = scheduledJob({
  name: 'end-forgotten-orphaned-series',
  schedule: '*/10 * * * *',
  isDue: ({ now }) => sql`exists (select from ${table('orphaned_series')}
    where ended_at is null and ending_since < ${new Date(now.getTime() - askAgainMs)})`,
  async run({ ctx, tenant }) {
    const before = new Date(ctx.clock.now().getTime() - askAgainMs);
    await ctx.database.tenants.write(tenant, async (db) => {
      const ending = await db('orphaned_series')
        .where({ ended_at: null })
        .where('ending_since', '<', before)
        .orderBy('ending_since')
        .limit(500)
        .select('id');
      for (const { id } of ending) await endLater(db, id);
    });
  },
});

/** Why it did not end; null when it has. */
async function endAtProvider(ctx: AppContext, tenant: Tenant, id: string): Promise<string | null> {
  const series = await ctx.database.tenants.read(tenant, (db) =>
    db('orphaned_series').where({ id, ended_at: null }).first(),
  );
  if (!series) return null;
  const asked = { accountId: series.account_id, seriesRef: series.provider_ref };
  const refusal = await endProviderSeries(ctx, tenant, asked);
  const now = ctx.clock.now();
  const tries = series.end_tries + 1;
  await ctx.database.tenants.write(tenant, (db) =>
    db('orphaned_series')
      .where({ id, ended_at: null })
      .update({
        end_tries: tries,
        end_refusal: refusal,
        ...(refusal === null
          ? { ended_at: now }
          : { alarmed_at: series.alarmed_at ?? (tries >= triesBeforeAlarm ? now : null) }),
      }),
  );
  return refusal;
}

interface OrphanEvent {
  readonly accountId: string;
  readonly event: SeriesEvent;
  /** It charges nothing more. */
  readonly isEnd: boolean;
  readonly now: Date;
}

/** Applies an event of its provider, which may answer our own request. False when the series is none of these. */
export async function applyToOrphan(db: TenantDb, { accountId, event, isEnd, now }: OrphanEvent): Promise<boolean> {
  const { seriesRef } = event.about;
  if (seriesRef === undefined) return false;
  const orphan = await db('orphaned_series').where({ account_id: accountId, provider_ref: seriesRef }).first();
  if (orphan && isEnd)
    await db('orphaned_series').where({ id: orphan.id, ended_at: null }).update({ ended_at: now, end_refusal: null });
  return orphan !== undefined;
}

interface Decided {
  readonly asked: { readonly id: string; readonly decision: OpenItemDecision };
  readonly by: ByHand;
  readonly now: Date;
}

/**
 * Asked once more, or ended because staff ended it at the provider's. False for what is no such series.
 * @throws open-item-settled, invalid-request
 */
export async function settleOrphan(db: TenantDb, { asked, by, now }: Decided): Promise<boolean> {
  const series = await db('orphaned_series').where({ id: asked.id }).forUpdate().first();
  if (!series) return false;
  if (series.ended_at !== null) throw new DomainError('open-item-settled');
  if (asked.decision === 'try_again') await endLater(db, series.id);
  else if (asked.decision === 'ended_by_hand')
    await db('orphaned_series')
      .where({ id: series.id })
      .update({ ended_at: now, settled_by: by.userId, evidence: by.evidence });
  else throw new DomainError('invalid-request', {}, { fields: [{ field: 'decision', code: 'enum' }] });
  return true;
}
