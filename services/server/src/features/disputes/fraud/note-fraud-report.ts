import { DomainError, type BodyOf } from '@backlot/contracts';
import type * as calls from '@backlot/contracts/fraud-reports';
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
 * @throws not-found for a reference of no payment by card, invalid-request, fraud-report-noted
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
  await ctx.database.tenants.write(tenant, async (db) => {
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

/** What was noted by mistake counts no more, and stays with who said so. @throws not-found */
export async function takeBackFraudReport(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  { id }: BodyOf<typeof calls.takeBackFraudReport>,
  now: Date,
): Promise<void> {
  await ctx.database.tenants.write(tenant, async (db) => {
    if (!(await markTakenBack(db, id, actor.trueAuthor, now))) throw new DomainError('not-found');
  });
}

const wrong = (field: string, code: string): DomainError =>
  new DomainError('invalid-request', {}, { fields: [{ field, code }] });
