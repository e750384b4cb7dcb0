import type { Answer } from '@backlot/contracts';
import type { compareCharge as compareChargeCall, ProviderCharge } from '@backlot/contracts/payment-lookup';
import { toWire } from '@backlot/domain/money/money';
import { sql } from '@backlot/database/sql';
import type { ViewedCharge } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { presentAccount, viewCharge } from '../../checkout/index.ts';
import { differencesOf } from './charge-differences.ts';
import { presentPayments } from './find-payments.ts';
import { findOwnCharge } from './own-charge-rows.ts';

/**
 * Our payment of a charge beside the charge as its provider shows it now (ROLE-25). Changes nothing.
 * @throws provider-not-asked, provider-away, provider-refused
 */
export async function compareCharge(
  ctx: AppContext,
  tenant: Tenant,
  number: string,
): Promise<Answer<typeof compareChargeCall>['data']> {
  const viewed = await viewCharge(ctx, tenant, number);
  return ctx.database.tenants.read(tenant, async (db) => {
    const own = await findOwnCharge(db, number, viewed?.account.id ?? null);
    const found = own && (await presentPayments(ctx, db, [sql<{ id: string }>`select ${own.intentId}::uuid as id`], 0));
    const ours = found?.payments[0];
    return {
      // A provider goes on showing a chargeback that was won.
      ours: own && ours ? { ...ours, charged_back: toWire(own.chargedBackMinor) } : null,
      theirs: viewed && presentViewed(viewed.charge),
      account: viewed && presentAccount(viewed.account),
      differences: differencesOf(own, viewed?.charge ?? null),
    };
  });
}

const presentViewed = (charge: ViewedCharge): ProviderCharge => ({
  number: charge.providerRef,
  state: charge.state,
  amount: toWire(charge.amountMinor),
  currency: charge.currency,
  refunded: toWire(charge.refundedMinor),
  charged_back: toWire(charge.chargedBackMinor),
  decline_reason: charge.declineReason,
  is_test: charge.isTest,
  last4: charge.last4,
});
