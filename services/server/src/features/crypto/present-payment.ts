import type { CryptoPayment } from '@backlot/contracts/crypto';
import type { TenantDb } from '@backlot/database';
import { decimalOf, decimalText, shareOf, smallerOf, subtractDecimals } from '@backlot/domain/money/decimal';
import { toWire } from '@backlot/domain/money/money';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { walletOf } from '../ledger/index.ts';
import type { CryptoPaymentRow } from './crypto-rows.ts';
import { drawQr } from '../../sites/draw-qr.ts';

type Started = CryptoPaymentRow & { readonly address: string; readonly expires_at: Date };

export const isStarted = (row: CryptoPaymentRow): row is Started => row.address !== null && row.expires_at !== null;

export async function presentPayment(ctx: AppContext, tenant: Tenant, row: Started): Promise<CryptoPayment> {
  const wallet = await ctx.database.tenants.read(tenant, (db) => balanceOf(db, row));
  const qr = row.payment_uri ?? row.address;
  return {
    amount: decimalText(decimalOf(row.asked_coins)),
    qr_img: await drawQr(qr),
    qr,
    address: row.address,
    wait_time: row.wait_time,
    reference_no: row.id,
    payment_id: row.provider_payment_id,
    transaction_id: row.id,
    stats_token: row.stats_token,
    currency: row.crypto_currency,
    notices: row.notices.map(({ code, message }) => ({ code, message })),
    pos_id: row.pos_id,
    fund_amount: toWire(row.amount_minor),
    state: row.state === 'quoted' || row.state === 'starting' ? 'waiting' : row.state,
    expires_at: row.expires_at.toISOString(),
    credited_amount: toWire(row.credited_minor),
    missing: row.missing && {
      amount: row.missing.coins,
      fund_amount: toWire(missingMinor(row, row.missing.coins)),
      qr: row.missing.uri,
      qr_img: await drawQr(row.missing.uri),
    },
    wallet_balance: toWire(wallet),
  };
}

/** What the coins that are missing cost: the rest of the amount, so that both add up to it. */
function missingMinor(row: CryptoPaymentRow, coins: string): number {
  const asked = decimalOf(row.asked_coins);
  const missing = smallerOf(asked, decimalOf(coins));
  return row.amount_minor - shareOf(row.amount_minor, subtractDecimals(asked, missing), asked);
}

const balanceOf = async (db: TenantDb, { user_id, currency }: CryptoPaymentRow): Promise<number> =>
  (await walletOf(db, user_id, currency)).balanceMinor;
