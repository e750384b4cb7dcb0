import { DomainError } from '@backlot/contracts';
import type { Refundable } from '@backlot/contracts/refunds';
import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { toWire } from '@backlot/domain/money/money';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findAccount } from '../provider-accounts/account-rows.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
import { findReceipt, walletProvider } from '../../ledger/index.ts';
import { findIntent } from '../intent-rows.ts';
import type { AttemptRow, IntentRow } from '../tables.ts';

export interface Taken {
  readonly intent: IntentRow;
  readonly attempt: AttemptRow;
  /** In the currency that was taken. */
  readonly takenMinor: number;
  readonly currency: string;
  readonly returnedMinor: number;
  /** Asked for or owed, and not paid yet. */
  readonly returningMinor: number;
  readonly leftMinor: number;
}

/** What the dialog needs to say what a refund does. @throws not-found, not-refundable */
export async function showRefundable(ctx: AppContext, tenant: Tenant, id: string, now: Date): Promise<Refundable> {
  const settings = await ctx.settings.of(tenant);
  return ctx.database.tenants.read(tenant, async (db) => {
    const taken = await getTaken(db, id);
    const { intent, attempt } = taken;
    const receipt = await findReceipt(db, attempt.id);
    const stands =
      receipt?.kind === 'sale' ? await ctx.sells.find(intent.kind)?.stands?.(db, intent, receipt.id, now) : undefined;
    const account = await findAccount(db, attempt.account_id);
    const provider = account && providerOf(ctx, account);
    return {
      _id: intent.id,
      kind: intent.kind,
      currency: taken.currency,
      taken: toWire(taken.takenMinor),
      returned: toWire(taken.returnedMinor),
      returning: toWire(taken.returningMinor),
      left: toWire(taken.leftMinor),
      to_wallet: walletWay(settings, attempt),
      provider_refunds:
        attempt.provider === walletProvider ? 'partial' : provider?.refund ? provider.capabilities.refunds : 'none',
      is_open: stands?.isOpen ?? false,
      renews_at: stands?.renewsAt?.toISOString() ?? null,
      closes_at: stands?.closesAt?.toISOString() ?? null,
    };
  });
}

/**
 * The charge behind a line of the list of payments, with what went back of it. Where two were made of one purchase, the
 * one that has more left. @throws not-found, not-refundable where nothing was taken or staff have to settle it first
 */
export async function getTaken(db: TenantDb, id: string): Promise<Taken> {
  const intent = await findIntent(db, id);
  if (intent === null) throw new DomainError('not-found');
  const found = await sql<{ id: string; returnedMinor: number; returningMinor: number; leftMinor: number }>`
    select a.id, b.returned as "returnedMinor", b.returning as "returningMinor", a.taken_minor - b.returned - b.returning as "leftMinor"
    from ${table('payment_attempts')} a cross join lateral (
      select coalesce(sum(r.amount_minor - r.taken_back_minor) filter (where r.state = 'succeeded'), 0)::bigint as returned,
        coalesce(sum(r.amount_minor) filter (where r.state in ('requested', 'owed', 'refused')), 0)::bigint as returning
      from ${table('payment_reversals')} r where r.attempt_id = a.id
    ) b where a.intent_id = ${id} and a.state = 'succeeded' order by "leftMinor" desc, a.id limit 1`.first(db);
  if (found === null || intent.state === 'held') throw new DomainError('not-refundable');
  const attempt = (await db('payment_attempts').where({ id: found.id }).first())!;
  const { returnedMinor, returningMinor, leftMinor } = found;
  return {
    intent,
    attempt,
    takenMinor: attempt.taken_minor!,
    currency: attempt.taken_currency!,
    returnedMinor,
    returningMinor,
    leftMinor,
  };
}

/** Whether money of this charge may go into the wallet: where fans can see and spend it, and always where it came from there. */
export function walletWay(
  { is_crypto_payment_enabled: canFill }: Settings,
  { provider }: Pick<AttemptRow, 'provider'>,
): Refundable['to_wallet'] {
  if (provider === walletProvider) return 'only';
  return canFill ? 'possible' : 'never';
}
