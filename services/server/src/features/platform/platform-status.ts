import type { SharedDb, TenantRecord } from '@backlot/database';
import { sql } from '@backlot/database/sql';
import { Mailbox, type StoredMail } from '@backlot/notify';
import { join } from 'node:path';
import type { AppContext } from '../../context.ts';
import type { Readiness } from '../../process/readiness.ts';
import { pagesOf } from '../../pagination.ts';
import { siteAddress } from '../../sites/site-address.ts';
import type { OperationsDependencies } from './operations.ts';
import { listFailedJobs, type FailedJob } from './failed-jobs.ts';

export const SITES_A_PAGE = 100;

export interface SiteStatusRow {
  readonly slug: string;
  readonly address: string;
  readonly state: string;
  readonly version: number;
  readonly migrations: string;
  /** Persons who have the site open, over all processes. */
  readonly online: number;
}

/** What whoever runs the deployment wants to know at a glance. */
export interface PlatformStatus {
  readonly sites: readonly SiteStatusRow[];
  readonly page: number;
  readonly pages: number;
  readonly health: Readiness;
  /** Jobs that could run now, and seconds the first of them has been waiting. */
  readonly queue: { readonly due: number; readonly waitingS: number } | null;
  /** Null: the database can't be asked. */
  readonly failedJobs: readonly FailedJob[] | null;
  /** `kept`: no mail server is set, and mail reaches nobody. */
  readonly mail: 'sent' | 'kept';
}

export async function platformStatus(
  { ctx, registry, realtime, isReady }: OperationsDependencies,
  page = 1,
): Promise<PlatformStatus> {
  const sites = registry.all();
  const pages = pagesOf(sites.length, SITES_A_PAGE);
  const at = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  const [health, queue, failedJobs] = await Promise.all([
    isReady(),
    ctx.database.shared.read(queueState).catch(() => null),
    ctx.database.shared.read((db) => listFailedJobs(db)).catch(() => null),
  ]);
  return {
    sites: sites
      .toSorted((a, b) => a.slug.localeCompare(b.slug))
      .slice((at - 1) * SITES_A_PAGE, at * SITES_A_PAGE)
      .map((site) => siteStatusRow(ctx, site, realtime.onlineOn(site))),
    page: at,
    pages,
    health,
    queue,
    failedJobs,
    mail: ctx.config.smtpUrl === null ? 'kept' : 'sent',
  };
}

/** Mail that no server took; empty while one is set. */
export const keptMails = async (ctx: AppContext): Promise<StoredMail[]> =>
  ctx.config.smtpUrl === null ? new Mailbox(join(ctx.config.dataDir, 'mailbox')).list() : [];

function siteStatusRow(ctx: AppContext, site: TenantRecord, online: number): SiteStatusRow {
  return {
    slug: site.slug,
    address: siteAddress(ctx.config, site),
    version: site.schemaVersion,
    online,
    state:
      site.removeAfter === null ? site.status : `to be deleted after ${site.removeAfter.toISOString().slice(0, 10)}`,
    migrations: site.migrationError === null ? site.migrationStatus : `${site.migrationStatus}: ${site.migrationError}`,
  };
}

export async function queueState(db: SharedDb): Promise<{ due: number; waitingS: number }> {
  const state = await sql<{ due: number; waiting_s: number }>`select due, waiting_s from shared.queue_state()`.first(
    db,
  );
  return { due: Number(state?.due ?? 0), waitingS: Math.max(0, Math.round(state?.waiting_s ?? 0)) };
}
