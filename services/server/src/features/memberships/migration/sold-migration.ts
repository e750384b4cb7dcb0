import { DomainError } from '@backlot/contracts';
import { monthDays } from '@backlot/domain/memberships/provider-days';
import { isPeriodPaidByAnother, type Sellable } from '../../checkout/index.ts';
import { membershipPaidBy } from '../end-membership.ts';
import { renewalQuote } from '../renewal-quote.ts';
import { noteRenewal } from '../price-cause.ts';
import { closeRenewal, isRenewable, openRenewal } from '../renew-membership.ts';
import { lockSubscription } from '../subscription-rows.ts';
import { nextOf, soldMembership } from '../sold-membership.ts';
import { findMigration, migrationQuoteId } from './find-migration.ts';
import { migrateMembership } from './migrate-membership.ts';

interface Asked {
  readonly quote_id?: string | undefined;
}

/**
 * Going on with the account that the site uses now, at the price that the membership has: the period after the one that
 * runs is paid, so that no day is lost and none is paid twice.
 */
export const soldMigration: Sellable<Asked> = {
  kind: 'migration',
  revenue: soldMembership.revenue,
  earning: 'over-time',
  async draft(asked, { ctx, db, tenant, actor, settings, now }) {
    const migration = await findMigration(ctx, db, settings, { userId: actor.userId, now });
    if (migration === null) throw new DomainError('migration-over');
    if (asked.quote_id !== undefined && asked.quote_id !== migrationQuoteId(ctx, tenant, migration))
      throw new DomainError('price-changed');
    const { row, firstDays } = migration;
    return {
      contentId: null,
      amountMinor: row.recurring_minor,
      currency: row.currency,
      isRecurring: true,
      quote: renewalQuote(row, settings.statement_descriptor || tenant.slug),
      period: { subscriptionId: row.id, endsAt: row.ends_at! },
      // Where the provider charges later payments by itself.
      series: {
        firstDays,
        laterMinor: row.recurring_minor,
        laterDays: monthDays,
      },
    };
  },
  async whyUndeliverable(db, intent) {
    if (!(await isRenewable(db, intent.user_id, intent.period_end!)))
      return { reason: 'cancelled-meanwhile', refusal: 'migration-over' };
    return (await isPeriodPaidByAnother(db, intent))
      ? { reason: 'owned-already', refusal: 'payment-in-progress' }
      : null;
  },
  async reserve(db, intent, now) {
    await noteRenewal(db, intent, now);
    const row = await lockSubscription(db, intent.user_id);
    // Whoever has access keeps it until the end of this payment is known.
    if (row !== null) await openRenewal(db, row, now);
  },
  async deliver(db, { user_id: userId, period_end: periodEnd }, payment) {
    return { ...nextOf(await migrateMembership(db, { userId, periodEnd }, payment)), from: periodEnd };
  },
  declined: (db, { user_id: userId }, _decline, now) => closeRenewal(db, userId, now),
  abandoned: (db, { user_id: userId }, now) => closeRenewal(db, userId, now),
  stands: membershipPaidBy,
  withdraw: soldMembership.withdraw,
  present: soldMembership.present,
};
