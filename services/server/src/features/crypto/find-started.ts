import type { ForumpayClient } from '@backlot/payments/forumpay/client';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { lockPayment, updatePayment, type CryptoPaymentRow } from './crypto-rows.ts';

/**
 * Whether a payment whose start was not answered exists at the provider: found by our reference, it is taken on with the
 * address that the provider gave it. The code for wallets was in the lost answer; the address is one as well.
 * @returns the payment with its address; null while the provider knows of none
 */
export async function findStarted(
  ctx: AppContext,
  tenant: Tenant,
  row: CryptoPaymentRow,
  client: ForumpayClient,
): Promise<CryptoPaymentRow | null> {
  const answer = await client.transactions(row.id);
  const found =
    answer.kind === 'told' ? answer.value.find(({ paymentId }) => paymentId === row.provider_payment_id) : undefined;
  if (!found) return null;
  return ctx.database.tenants.write(tenant, async (db) => {
    const held = (await lockPayment(db, row.id))!;
    if (held.address !== null) return held;
    return updatePayment(db, row.id, { state: 'waiting', address: found.address, payment_uri: null });
  });
}
