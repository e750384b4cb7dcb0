import { DomainError } from '@backlot/contracts';
import type { explainCharge as explainChargeCall } from '@backlot/contracts/charges';
import { daysBefore, startOfDay } from '@backlot/domain/formats/dates';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import { minorOf } from '@backlot/domain/money/money';
import type { CallRequest } from '../../../call-route.ts';
import { sendsMail } from '../../../config.ts';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import { mailLater } from '../../../mail/mail-later.ts';
import { takeChargeMail, takeQuestion } from './charge-tries.ts';
import { listCharges } from './charge-rows.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'explain-charge': { last4: string; amountMinor: number; day: string; at: string };
  }
}

/** Days before and after a statement's date on which the charge may have been made: banks book late, in a time zone of theirs. */
const days = { before: 7, after: 1 } as const;

/**
 * Has a mail sent to the account that paid a charge, saying what it was for. Whoever asks learns nothing, not even by how long
 * the answer takes: a card's last digits and a price are no secret, and what somebody bought here is (C28).
 * @throws `mail-unavailable` where no mail reaches anybody, `invalid-request` for a day that is none, `human-check`
 */
export async function explainCharge(ctx: AppContext, request: CallRequest<typeof explainChargeCall>): Promise<void> {
  const { tenant, body, address, deviceId, now } = request;
  const { last4, amount, day, human_check: humanCheck } = body;
  if (!sendsMail(ctx.config)) throw new DomainError('mail-unavailable');
  if (!isRangeDay(day)) throw new DomainError('invalid-request', {}, { fields: [{ field: 'day', code: 'date' }] });
  const amountMinor = minorOf(amount);
  await takeQuestion(ctx, { tenant, address, deviceId, line: `${last4} ${amountMinor}`, humanCheck });
  const asked = { last4, amountMinor, day, at: now.toISOString() };
  await ctx.database.tenants.write(tenant, (db) => later(db, 'explain-charge', asked));
}

export const explainChargeJob = job({
  name: 'explain-charge',
  async run({ ctx, tenant, payload: { last4, amountMinor, day, at } }) {
    const { timezone } = await ctx.settings.of(tenant);
    const from = startOfDay(daysBefore(day, days.before), timezone);
    const to = startOfDay(daysBefore(day, -days.after - 1), timezone);
    const charges = await ctx.database.tenants.read(tenant, (db) => listCharges(db, { last4, amountMinor, from, to }));
    for (const { userId, at: paidAt, ...charge } of charges) {
      if (!(await takeChargeMail(ctx, tenant, userId))) continue;
      await ctx.database.tenants.write(tenant, (db) =>
        mailLater(db, 'charge-explained', userId, { ...charge, last4, at: paidAt.toISOString(), askedAt: at }),
      );
    }
  },
});
