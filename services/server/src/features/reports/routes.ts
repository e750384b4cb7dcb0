import { showFan as showFanCall, trends } from '@backlot/contracts/reports';
import { cancellationReport } from '@backlot/contracts/cancellations';
import { listDisputes as listDisputesCall } from '@backlot/contracts/disputes';
import { listActivity as listActivityCall, listActs as listActsCall } from '@backlot/contracts/influencer-activity';
import { listOpenItems as listOpenItemsCall } from '@backlot/contracts/open-items';
import {
  compareCharge as compareChargeCall,
  findPayments as findPaymentsCall,
} from '@backlot/contracts/payment-lookup';
import { listProviderAccounts as listProviderAccountsCall } from '@backlot/contracts/provider-accounts';
import * as providerStatements from '@backlot/contracts/provider-statements';
import { listPurchases as listPurchasesCall } from '@backlot/contracts/purchase-history';
import * as reconciliation from '@backlot/contracts/reconciliation';
import { listBestSellers as listBestSellersCall, listMonths as listMonthsCall } from '@backlot/contracts/reporting';
import * as calls from '@backlot/contracts/staff';
import * as statement from '@backlot/contracts/statement';
import { listStoredCards as listStoredCardsCall } from '@backlot/contracts/stored-cards';
import { listUtmUsers as listUtmUsersCall } from '@backlot/contracts/user-utm-params';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { listActivity } from './activity/list-activity.ts';
import { listActs } from './activity/list-acts.ts';
import { listStoredCards } from './cards/list-stored-cards.ts';
import { listDisputes } from './disputes/list-disputes.ts';
import { compareCharge } from './lookup/compare-charge.ts';
import { findPayments } from './lookup/find-payments.ts';
import { listProviderAccounts } from './provider-accounts/list-provider-accounts.ts';
import { listReconciledDays, listReportLines } from './reconciliation/list-reconciliation.ts';
import { listBestSellers } from './reporting/list-best-sellers.ts';
import { listMonths } from './reporting/list-months.ts';
import { listFans } from './list-fans.ts';
import { listOpenItems } from './list-open-items.ts';
import { listPurchases } from './list-purchases.ts';
import { listTransactions } from './list-transactions.ts';
import { reportCancellations } from './report-cancellations.ts';
import { showFan } from './show-fan.ts';
import { showHome } from './show-home.ts';
import { showTrends } from './show-trends.ts';
import { listEnteredStatements } from './statement/list-entered.ts';
import { listStatementLines } from './statement/list-lines.ts';
import { showStatement } from './statement/show-statement.ts';
import { listUtmUsers } from './utm/list-utm-users.ts';

export const reportRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.listFans, async ({ tenant, actor, body, query, now }) => ({
    data: await listFans(ctx, tenant, actor, body, { page: query.page_num ?? 1, now }),
  })),
  route(calls.listTransactions, async ({ tenant, actor, query }) => ({
    data: await listTransactions(ctx, tenant, actor, query),
  })),
  route(listPurchasesCall, async ({ tenant, actor, query }) => ({
    data: await listPurchases(ctx, tenant, actor, query),
  })),
  route(listStoredCardsCall, async ({ tenant, query, now }) => ({
    data: await listStoredCards(ctx, tenant, query, now),
  })),
  route(listOpenItemsCall, async ({ tenant, query }) => ({ data: await listOpenItems(ctx, tenant, query) })),
  route(listDisputesCall, async ({ tenant, actor, query }) => ({
    data: await listDisputes(ctx, tenant, actor, query),
  })),
  route(findPaymentsCall, async ({ tenant, query }) => ({ data: await findPayments(ctx, tenant, query) })),
  route(compareChargeCall, async ({ tenant, query }) => ({
    data: await compareCharge(ctx, tenant, query.number.trim()),
  })),
  route(reconciliation.listReconciledDays, async ({ tenant, query, now }) => ({
    data: await listReconciledDays(ctx, tenant, query, now),
  })),
  route(reconciliation.listReportLines, async ({ tenant, query }) => ({
    data: await listReportLines(ctx, tenant, query),
  })),
  route(statement.showStatement, async ({ tenant, query }) => ({ data: await showStatement(ctx, tenant, query) })),
  route(statement.listStatementLines, async ({ tenant, query }) => ({
    data: await listStatementLines(ctx, tenant, query),
  })),
  route(providerStatements.listProviderStatements, async ({ tenant, query }) => ({
    data: await listEnteredStatements(ctx, tenant, query),
  })),
  route(listActivityCall, async ({ tenant, actor, query, now }) => ({
    data: await listActivity(ctx, tenant, actor, query, now),
  })),
  route(listActsCall, async ({ tenant, actor, query, now }) => ({
    data: await listActs(ctx, tenant, actor, query, now),
  })),
  route(listUtmUsersCall, async ({ tenant, query, now }) => ({ data: await listUtmUsers(ctx, tenant, query, now) })),
  route(listProviderAccountsCall, async ({ tenant, now }) => ({ data: await listProviderAccounts(ctx, tenant, now) })),
  route(listMonthsCall, async ({ tenant, actor, query, now }) => ({
    data: await listMonths(ctx, tenant, actor, query, now),
  })),
  route(listBestSellersCall, async ({ tenant, actor, query, now }) => ({
    data: await listBestSellers(ctx, tenant, actor, query, now),
  })),
  route(cancellationReport, async ({ tenant, query }) => ({ data: await reportCancellations(ctx, tenant, query) })),
  route(calls.home, async ({ tenant, actor, now }) => ({ data: await showHome(ctx, tenant, actor, now) })),
  route(showFanCall, async ({ tenant, actor, params, query, now }) => ({
    data: await showFan(ctx, tenant, actor, params.id, { page: query.page_num ?? 1, now }),
  })),
  route(trends, async ({ tenant, actor, query, now }) => ({ data: await showTrends(ctx, tenant, actor, query, now) })),
];
