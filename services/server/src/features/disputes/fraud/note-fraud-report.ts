import { DomainError, type BodyOf } from '@backlot/contracts';
import type * as calls from '@backlot/contracts/fraud-reports';
import type { TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { dayIn, startOfDay } from '@backlot/domain/formats/dates';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import { v7 } from 'uuid';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findReportedPayment } from './fraud-rows.ts';
import { insertFraudReport, markTakenBack } from './noted-rows.ts';

/**
 * Notes that a card's issuer reported a payment as fraud, which the provider told staff and not the site. It counts in the
 * month of its day, and moves no money.
 * @throws not-found for a reference of no payment by card, invalid-request, fraud-report-noted, unavailable on the schema of the
 * version before
 */
export async function noteFraudReport(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  body: BodyOf<typeof calls.noteFraudReport>,
  now: Date,
): Promise<void> {
  const { timezone } = await ctx.settings.of(tenant);
  const note = body.note.trim();
  if (note === '') throw wrong('note', 'required');
  if (!isRangeDay(body.day) || body.day > dayIn(now, timezone)) throw wrong('day', 'date');
  await write(ctx, tenant, async (db) => {
    const payment = await findReportedPayment(db, body.transactionId.trim());
    if (payment === null) throw new DomainError('not-found');
    if (body.day < dayIn(payment.settledAt, timezone)) throw wrong('day', 'date');
    const isNew = await insertFraudReport(db, {
      id: v7(),
      attempt_id: payment.id,
      reported_at: startOfDay(body.day, timezone),
      note,
      noted_by: actor.trueAuthor,
      noted_at: now,
    });
    if (!isNew) throw new DomainError('fraud-report-noted');
  });
}

/** What was noted by mistake counts no more, and stays with who said so. @throws not-found, unavailable as above */
export async function takeBackFraudReport(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  { id }: BodyOf<typeof calls.takeBackFraudReport>,
  now: Date,
): Promise<void> {
  await write(ctx, tenant, async (db) => {
    if (!(await markTakenBack(db, id, actor.trueAuthor, now))) throw new DomainError('not-found');
  });
}

async function write(ctx: AppContext, tenant: Tenant, work: (db: TenantDb) => Promise<void>): Promise<void> {
  try {
    await ctx.database.tenants.write(tenant, work);
  } catch (error) {
    throw isUndefinedTable(error) ? new DomainError('unavailable') : error;
  }
}

const wrong = (field: string, code: string): DomainError =>
  new DomainError('invalid-request', {}, { fields: [{ field, code }] });
