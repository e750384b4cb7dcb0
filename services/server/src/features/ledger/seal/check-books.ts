import type { TenantDb } from '@backlot/database';
import { dayMs } from '@backlot/domain/formats/when';
import type { AppContext } from '../../../context.ts';
import { scheduledJob } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { checkTotals } from '../check-totals.ts';
import { listDeferredDifferences } from '../deferred/deferred-rows.ts';
import { checkSums } from '../sums/check-sums.ts';
import { checkWallets } from '../wallet/check-wallets.ts';
import { isAnyHeadKept, isHeadKept } from './kept-heads.ts';
import {
  digestOf,
  findSeal,
  lastSeal,
  listNeverSealed,
  listSealed,
  listSeals,
  openHead,
  type SealRow,
} from './seal-rows.ts';

/** What is not as it was sealed. */
export interface Finding {
  readonly seal: number;
  readonly day: string;
  readonly transactionId: string | null;
  readonly wrong:
    | 'transaction-changed'
    | 'transaction-gone'
    /** The seal does not follow from what it seals and the one before. */
    | 'seal-changed'
    /** The chain is whole, and was written anew: its head is not the one that was kept. */
    | 'head-differs'
    /** Its head was kept, and the database has no such seal any more. */
    | 'seal-gone'
    /** It says that it was recorded before the last seal, and no seal holds it. */
    | 'transaction-unsealed';
}

const SLICE = 2_000;
/** Days that every night looks at again; the command looks at all. */
const nightlyDays = 35;
const mostNamed = 1_000;

export const checkBooksJob = scheduledJob({
  name: 'check-books',
  schedule: '40 3 * * *',
  async run({ ctx, tenant, log }) {
    const findings = await checkBooks(ctx, tenant, nightlyDays);
    for (const finding of findings) log.error(finding, 'the books are not as they were sealed');
    const since = new Date(ctx.clock.now().getTime() - nightlyDays * dayMs);
    const differences = await checkSums(ctx, tenant, since);
    for (const difference of differences) log.error(difference, 'a sum of the books is not that of the entries');
    const wallets = await checkWallets(ctx, tenant);
    for (const wallet of wallets) log.error(wallet, 'a wallet is not what the entries of its fan say');
    const totals = await checkTotals(ctx, tenant);
    for (const total of totals) log.error(total, 'totals of a fan are not what the transactions of the fan say');
    const deferred = await ctx.database.tenants.read(tenant, listDeferredDifferences);
    for (const one of deferred) log.error(one, 'what is owed as service is not what is left to be earned');
    if (findings.length > 0)
      throw new Error(
        `The books of ${tenant.slug} are not as they were sealed: ${findings.length} findings, the first of ${findings[0]!.day}.`,
      );
    if (differences.length > 0)
      throw new Error(`${differences.length} sums of the books of ${tenant.slug} are not those of the entries.`);
    if (wallets.length > 0)
      throw new Error(`${wallets.length} wallets of ${tenant.slug} are not what the entries of their fans say.`);
    if (totals.length > 0)
      throw new Error(`Totals of fans of ${tenant.slug} differ from their transactions: ${totals.length}.`);
    if (deferred.length > 0)
      throw new Error(
        `What ${tenant.slug} owes as service differs from what is left to be earned: ${deferred.length}.`,
      );
  },
});

/** Compares the books with their seals, and the seals with the heads that are kept elsewhere. @returns a thousand findings at most */
export async function checkBooks(ctx: AppContext, tenant: Tenant, days: number | null = null): Promise<Finding[]> {
  const findings: Finding[] = [];
  const last = await ctx.database.tenants.read(tenant, lastSeal);
  const from = days === null || last === null ? 1 : Math.max(1, last.number - days + 1);
  let before = await ctx.database.tenants.read(tenant, (db) => findSeal(db, from - 1));
  for (let number = from; last !== null && number <= last.number && findings.length < mostNamed;) {
    const seals = await ctx.database.tenants.read(tenant, (db) => listSeals(db, number, 50));
    for (const seal of seals) {
      findings.push(...(await ctx.database.tenants.read(tenant, (db) => checkSeal(db, seal, number, before))));
      if (!(await isHeadKept(ctx.storage, tenant, seal))) findings.push(of(seal, 'head-differs'));
      before = seal;
      number = seal.number + 1;
    }
    if (seals.length === 0) break;
  }
  const next = (last?.number ?? 0) + 1;
  const at = { number: next, day: last?.day ?? '' };
  const isGone = async (): Promise<boolean> =>
    (await isAnyHeadKept(ctx.storage, tenant, next)) &&
    // It may have been made since the last one was read.
    ((await ctx.database.tenants.read(tenant, lastSeal))?.number ?? 0) < next;
  if (await isGone()) findings.push(of(at, 'seal-gone'));
  for (const id of await ctx.database.tenants.read(tenant, (db) => listNeverSealed(db, mostNamed)))
    findings.push(of(last ?? at, 'transaction-unsealed', id));
  return findings.slice(0, mostNamed);
}

const of = (
  seal: Pick<SealRow, 'number' | 'day'>,
  wrong: Finding['wrong'],
  transactionId: string | null = null,
): Finding => ({
  seal: seal.number,
  day: seal.day,
  transactionId,
  wrong,
});

async function checkSeal(db: TenantDb, seal: SealRow, expected: number, before: SealRow | null): Promise<Finding[]> {
  const findings: Finding[] = [];
  const open = openHead(seal.number, seal.day, before?.head ?? null);
  let after: string | null = null;
  for (;;) {
    const lines = await listSealed(db, seal.number, after, SLICE);
    for (const { id, digest, text } of lines) {
      open.add(id, digest);
      if (text === null) findings.push(of(seal, 'transaction-gone', id));
      else if (!digestOf(text).equals(digest)) findings.push(of(seal, 'transaction-changed', id));
    }
    if (lines.length < SLICE) break;
    after = lines.at(-1)!.id;
  }
  const { head, count } = open.close();
  if (seal.number !== expected || count !== seal.transactionCount || !head.equals(seal.head))
    findings.push(of(seal, 'seal-changed'));
  return findings;
}
