import { DomainError, type CallDefinition } from '@backlot/contracts';
import { cancellationReport } from '@backlot/contracts/cancellations';
import { listCoupons } from '@backlot/contracts/coupons';
import { listDisputes } from '@backlot/contracts/disputes';
import { listActivity } from '@backlot/contracts/influencer-activity';
import { listOpenItems } from '@backlot/contracts/open-items';
import { promotionReports } from '@backlot/contracts/promotions';
import { listReconciledDays } from '@backlot/contracts/reconciliation';
import { showStatement } from '@backlot/contracts/statement';
import { listBestSellers, listMonths } from '@backlot/contracts/reporting';
import { listStoredCards } from '@backlot/contracts/stored-cards';
import { listUtmUsers } from '@backlot/contracts/user-utm-params';
import type { ExportAsk } from '@backlot/contracts/http/exports';
import type { TenantDb } from '@backlot/database';
import type { CsvRow } from '@backlot/domain/formats/csv';
import { contentManagerMay } from '@backlot/domain/routes/access';
import type { Settings } from '@backlot/domain/settings';
import type { Actor } from '../../actor.ts';
import type { Sellables } from '../checkout/index.ts';
import { requireReports } from '../staff/index.ts';
import type { ExportLabels } from './export-labels.ts';

export interface ListContext {
  readonly db: TenantDb;
  readonly actor: Actor;
  readonly settings: Settings;
  readonly sells: Sellables;
  readonly ask: ExportAsk;
  readonly labels: ExportLabels;
  readonly now: Date;
}
interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface ExportList {
  readonly head: (of: Pick<ListContext, 'labels'>) => CsvRow;
  /** Rows from a place on, in the order of the screen. */
  readonly rows: (of: ListContext, page: Page) => Promise<CsvRow[]>;
}

export type ExportLists = Readonly<Record<ExportAsk['list'], ExportList>>;

const ofSupport: readonly ExportAsk['list'][] = ['transactions', 'purchase_history', 'cards', 'open_items', 'disputes'];

/**
 * A file holds what its screen shows: who may not open the list gets no file, and a content manager gets one only where
 * the site allows it. Support sees payments and cards alone (ROLE-39). @throws `access-denied`
 */
export function requireExport(actor: Actor, settings: Settings, { list }: ExportAsk): void {
  requireReports(actor, settings);
  const call = callOf[list];
  if (call && !isReader(actor, call)) throw new DomainError('access-denied');
  if (actor.role === 'support' && !ofSupport.includes(list)) throw new DomainError('access-denied');
  if (actor.role === 'content_manager' && (list === 'resubscriptions' || !contentManagerMay('export', settings)))
    throw new DomainError('access-denied');
}

/** Of lists that not all readers of reports may open. */
const callOf: Readonly<Partial<Record<ExportAsk['list'], CallDefinition>>> = {
  cancellations: cancellationReport,
  reconciliation: listReconciledDays,
  statement: showStatement,
  cards: listStoredCards,
  influencer_activity: listActivity,
  user_utm_params: listUtmUsers,
  months: listMonths,
  best_sellers: listBestSellers,
  coupons: listCoupons,
  promotions: promotionReports,
  open_items: listOpenItems,
  disputes: listDisputes,
};

/** Whether the list's own call lets somebody in. */
const isReader = ({ role }: Actor, { access }: CallDefinition): boolean =>
  access.kind === 'roles' && access.roles.includes(role);
