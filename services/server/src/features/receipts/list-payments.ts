import { DomainError, type Answer } from '@backlot/contracts';
import type { ownPayments } from '@backlot/contracts/receipts';
import type { TenantDb } from '@backlot/database';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findOwnPayment, listOwnPayments } from '../checkout/index.ts';
import { findOwnFunds, listOwnFunds } from '../crypto/index.ts';
import { presentFunds, presentPayment } from './present-payment.ts';

const pageSize = 25;

/** A person's payments and the funds they added, as one list. @throws not-found for a place that is none of theirs */
export async function listPayments(
  ctx: AppContext,
  tenant: Tenant,
  userId: string,
  after: string | null,
): Promise<Answer<typeof ownPayments>['data']> {
  return ctx.database.tenants.read(tenant, async (db) => {
    const page = { userId, before: after === null ? null : await placeOf(db, userId, after), limit: pageSize + 1 };
    const found = [
      ...(await listOwnPayments(db, page)).map((one) => ({ ...placed(one), payment: presentPayment(one) })),
      ...(await listOwnFunds(db, page)).map((one) => ({ ...placed(one), payment: presentFunds(one) })),
    ].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
    const shown = found.slice(0, pageSize).map(({ payment }) => payment);
    return { payments: shown, next: found.length > pageSize ? shown.at(-1)!._id : null };
  });
}

const placed = ({ at, id }: { readonly at: Date; readonly id: string }) => ({ at: at.getTime(), id });

async function placeOf(db: TenantDb, userId: string, id: string): Promise<{ at: Date; id: string }> {
  const found = (await findOwnPayment(db, userId, id)) ?? (await findOwnFunds(db, userId, id));
  if (found === null) throw new DomainError('not-found');
  return found;
}
