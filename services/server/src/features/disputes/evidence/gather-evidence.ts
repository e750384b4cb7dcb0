import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { Sellables } from '../../checkout/index.ts';
import {
  findDisputedPayment,
  findMembershipPurchase,
  findSentReceipt,
  listRefunds,
  listUndisputed,
  type DisputedPayment,
} from './disputed-payment-rows.ts';
import { told, type Evidence } from './evidence.ts';
import { listGrantedContent, listLogIns, listPaidPeriods, listPostUses, listViewDays } from './given-access-rows.ts';
import { countedFrom, matchPayments } from './matching-payments.ts';
import { accessSection, messagesNote, earlierSection, refundsSection } from './access-sections.ts';
import { viewsSection } from './views-section.ts';
import {
  buyerSection,
  consentSection,
  disputeSection,
  keptCardSection,
  originSection,
  purchaseSection,
  supplySection,
} from './purchase-sections.ts';

const mostLogIns = 20;
const mostViewDays = 20;

/** All that the database keeps about a disputed payment, as the sections of a document. @throws not-found */
export async function gatherEvidence(
  ctx: AppContext,
  tenant: Tenant,
  reversalId: string,
  now: Date,
): Promise<Evidence> {
  const settings = await ctx.settings.of(tenant);
  return ctx.database.tenants.read(tenant, async (db) => {
    const payment = await findDisputedPayment(db, reversalId);
    if (payment === null) throw new DomainError('not-found');
    return {
      title: 'Evidence about a disputed payment',
      merchant: told(settings.merchant_legal_name) ?? settings.site_name,
      madeAt: now,
      sections: await sectionsOf(db, { settings, sells: ctx.sells }, payment),
    };
  });
}

async function sectionsOf(
  db: TenantDb,
  { settings, sells }: { readonly settings: Settings; readonly sells: Sellables },
  payment: DisputedPayment,
): Promise<Evidence['sections']> {
  const { userId, contentId, transactionId, boughtAt } = payment;
  const origin = payment.kind === 'renewal' ? await findMembershipPurchase(db, userId, boughtAt) : null;
  const logIns = await listLogIns(db, userId, boughtAt, mostLogIns);
  const earlier = await listUndisputed(db, userId, countedFrom(payment.raisedAt));
  const given =
    transactionId === null
      ? []
      : [...(await listGrantedContent(db, transactionId)), ...(await listPaidPeriods(db, transactionId))];
  const views = transactionId === null ? [] : await listViewDays(db, userId, transactionId, mostViewDays);
  const uses = contentId === null ? [] : await listPostUses(db, userId, contentId, boughtAt);
  return [
    disputeSection(payment),
    purchaseSection(payment, settings, await titleOf(db, sells, payment)),
    buyerSection(payment),
    consentSection(payment, await findSentReceipt(db, payment.intentId)),
    supplySection(payment),
    keptCardSection(payment),
    originSection(payment, origin),
    accessSection({ given, logIns, uses }),
    viewsSection(views, payment.contentId === null),
    refundsSection(await listRefunds(db, payment.attemptId), messagesNote),
    earlierSection(matchPayments(payment, earlier)),
  ];
}

/** The title of today, else the one that the buyer saw. */
async function titleOf(db: TenantDb, sells: Sellables, { kind, contentId, quote }: DisputedPayment) {
  const titles = contentId === null ? null : await sells.find(kind)?.present.titles?.(db, [contentId]);
  return told(titles?.get(contentId ?? '')) ?? told(quote.title);
}
