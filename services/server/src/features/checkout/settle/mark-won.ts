import { DomainError, type BodyOf } from '@backlot/contracts';
import type { markDisputeWon as markDisputeWonCall } from '@backlot/contracts/disputes';
import { fromWire } from '@backlot/domain/money/money';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { lockAttempt } from '../intent-rows.ts';
import { findReversal, hasHeldChargeback } from './reversal-rows.ts';
import { winDispute } from './win-dispute.ts';

/**
 * Books that the bank paid a chargeback back, because staff say so, with what shows it.
 * @throws not-found, invalid-request, open-item-settled where it is won already, dispute-not-booked, unavailable on the schema
 * of the version before
 */
export async function markDisputeWon(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  body: BodyOf<typeof markDisputeWonCall>,
  now: Date,
): Promise<void> {
  const evidence = body.evidence.trim();
  if (evidence === '') throw wrong('evidence', 'evidence-required');
  const amountMinor = fromWire(body.amount);
  if (amountMinor === null || amountMinor <= 0) throw wrong('amount', 'minimum');
  await ctx.database.tenants.write(tenant, async (db) => {
    const found = await findReversal(db, body.id);
    const held = found?.kind === 'chargeback' ? await lockAttempt(db, found.attempt_id) : null;
    // Once more: another press may have marked it meanwhile.
    const reversal = held && (await findReversal(db, body.id));
    if (!held || !reversal) throw new DomainError('not-found');
    if (reversal.won_at === undefined) throw new DomainError('unavailable');
    if (reversal.won_at !== null) throw new DomainError('open-item-settled');
    if (reversal.state !== 'succeeded' || (await hasHeldChargeback(db, held.attempt.id)))
      throw new DomainError('dispute-not-booked');
    if (amountMinor > reversal.amount_minor) throw wrong('amount', 'maximum');
    await winDispute(db, ctx.sells.get(held.intent.kind), held, reversal, {
      amountMinor,
      feeMinor: body.fee_back === true ? reversal.fee_minor : 0,
      now,
      told: { by: { userId: actor.trueAuthor, evidence } },
    });
  });
}

const wrong = (field: string, code: string): DomainError =>
  new DomainError('invalid-request', {}, { fields: [{ field, code }] });
