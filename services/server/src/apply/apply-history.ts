import type { TableOf, TenantDb } from '@backlot/database';
import { nextPeriodEnd } from '@backlot/domain/memberships/period';
import type { Instrument } from '@backlot/payments';
import type { Settings } from '@backlot/domain/settings';
import { createTwinControl } from '@backlot/payments/twin-control';
import type { AppContext } from '../context.ts';
import { markAllSubscribed } from '../features/accounts/index.ts';
import {
  importPayments,
  importReturns,
  openPastAccount,
  type PastAccount,
  type PastPayment,
} from '../features/checkout/index.ts';
import { bookSales, deferSale, grantEntitlements } from '../features/ledger/index.ts';
import { importMemberships, soldMembership } from '../features/memberships/index.ts';
import { importNotifications } from '../features/notifications/index.ts';
import { soldPost } from '../features/posts/index.ts';
import { OperatorError } from '../process/operator-error.ts';
import type { Tenant } from '../sites/tenant.ts';
import { demoCards } from './demo-cards.ts';
import { makePast, type Past } from './make-past.ts';
import type { DeclaredSite } from './read-site.ts';

declare module 'knex/types/tables.js' {
  interface Tables {
    applied: TableOf<{ name: string; applied_at: Date }>;
  }
}

/**
 * The past of a demo site: what its people paid, with the rows, books and cards that paying would have left, also at the
 * sandbox, so that it renews and can be given back. All at once, before anybody comes: no mail is sent and no page told.
 */
export async function applyHistory(ctx: AppContext, tenant: Tenant, site: DeclaredSite): Promise<void> {
  if (!(await isHistoryDue(ctx, tenant, site))) return;
  const now = ctx.clock.now();
  const settings = await ctx.settings.of(tenant);
  const { sandbox } = ctx.config;
  if (sandbox === null || ctx.providers.choose(settings).driver?.name !== 'sandbox')
    throw new OperatorError(`tenants/${tenant.slug}: its history is paid at the sandbox, which the site does not use.`);
  const past = await ctx.database.tenants.read(tenant, (db) => makePast(ctx, db, tenant, site, now));
  const account = await ctx.database.tenants.write(tenant, (db) => openPastAccount(ctx, db, tenant, settings));
  const told = await tellSandbox(sandbox, account, past, now);
  await ctx.database.tenants.write(tenant, (db) => writePast(ctx, db, past, { ...told, account, settings, now }));
}

export const isHistoryDue = async (ctx: AppContext, tenant: Tenant, site: DeclaredSite): Promise<boolean> =>
  site.history.length > 0 &&
  (await ctx.database.tenants.read(
    tenant,
    async (db) => (await db('applied').where({ name: 'history' }).first('name')) === undefined,
  ));

interface Told {
  /** The provider's ids by ours. */
  readonly charges: ReadonlyMap<string, string>;
  readonly returns: ReadonlyMap<string, string>;
  /** By person. */
  readonly cards: ReadonlyMap<string, Instrument>;
}

async function tellSandbox(
  sandbox: { readonly url: string; readonly apiKey: string },
  account: PastAccount,
  past: Past,
  now: Date,
): Promise<Told> {
  const { payments, returns: back } = past;
  const { cards, charges, returns } = await createTwinControl(sandbox).past({
    cards: demoCards(past, now),
    charges: payments
      .filter(({ draft }) => draft.amountMinor > 0)
      .map(({ id, userId, draft, idempotencyKey, at }) => ({
        reference: id,
        card: userId,
        amount: draft.amountMinor,
        currency: draft.currency,
        recurring: draft.isRecurring,
        initiator: idempotencyKey === null ? ('merchant' as const) : ('customer' as const),
        descriptor: draft.quote.descriptor,
        created: at.toISOString(),
        notifyUrl: account.notifyUrl,
        account: account.id,
      })),
    returns: back.map(({ id, paymentId, kind, amountMinor, at }) => ({
      reference: id,
      charge: paymentId,
      kind,
      amount: amountMinor,
      created: at.toISOString(),
    })),
  });
  return {
    charges: new Map(charges.map(({ reference, id }) => [reference, id])),
    returns: new Map(returns.map(({ reference, id }) => [reference, id])),
    cards: new Map(cards.map(({ reference, ...card }) => [reference, card])),
  };
}

async function writePast(
  ctx: AppContext,
  db: TenantDb,
  { payments, memberships, returns: back }: Past,
  {
    account,
    settings,
    charges,
    returns,
    cards,
    now,
  }: Told & { readonly account: PastAccount; readonly settings: Settings; readonly now: Date },
): Promise<void> {
  const isOurs = await db('applied')
    .insert({ name: 'history', applied_at: now })
    .onConflict('name')
    .ignore()
    .returning('name');
  if (isOurs.length === 0 || payments.length === 0) return;
  const transactions = await book(ctx, db, account.provider, payments);
  await importMemberships(db, memberships, { account, transactions });
  await importPayments(db, { account, cards, payments, chargeOf: ({ id }) => charges.get(id)! });
  const [begun, bought] = [soldMembership, soldPost].map(({ kind }) => payments.filter((one) => one.kind === kind));
  await grantEntitlements(
    db,
    bought!.map(({ id, userId, kind, draft, at }) => ({
      userId,
      kind,
      contentId: draft.contentId!,
      transactionId: transactions.get(id)!,
      now: at,
    })),
  );
  await importReturns(ctx, db, { account, settings, returns: back, idOf: ({ id }) => returns.get(id)! });
  await markAllSubscribed(db, new Map(begun!.toReversed().map(({ userId, at }) => [userId, at])));
  await importNotifications(db, [
    ...begun!.map(({ userId, at }) => ({ kind: 'subscription' as const, userId, now: at })),
    ...bought!.map(({ userId, draft, at }) => ({
      kind: 'purchased' as const,
      userId,
      contentId: draft.contentId,
      now: at,
    })),
  ]);
}

/** @returns ids of the books' transactions by payment */
async function book(
  ctx: AppContext,
  db: TenantDb,
  provider: string,
  payments: readonly PastPayment[],
): Promise<ReadonlyMap<string, string>> {
  const charged = payments.filter(({ draft }) => draft.amountMinor > 0);
  const ids = await bookSales(
    db,
    charged.map(({ id, userId, kind, draft, at }) => ({
      attemptId: id,
      provider,
      userId,
      amountMinor: draft.amountMinor,
      currency: draft.currency,
      at,
      revenue: ctx.sells.get(kind).revenue,
      earning: ctx.sells.get(kind).earning ?? 'at-once',
    })),
  );
  for (const [index, { kind, draft, at }] of charged.entries()) {
    const { revenue, earning } = ctx.sells.get(kind);
    if (earning !== 'over-time') continue;
    const { amountMinor, currency } = draft;
    const until = nextPeriodEnd(at, 1, 'UTC');
    await deferSale(db, { transactionId: ids[index]!, revenue, amountMinor, currency, from: at, until });
  }
  return new Map(charged.map(({ id }, index) => [id, ids[index]!]));
}
