import { DomainError, type CallDefinition } from '@backlot/contracts';
import { cancellationReport } from '@backlot/contracts/cancellations';
import { listReconciledDays } from '@backlot/contracts/reconciliation';
import { showStatement } from '@backlot/contracts/statement';
import { listStoredCards } from '@backlot/contracts/stored-cards';
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

const ofSupport: readonly ExportAsk['list'][] = ['transactions', 'purchase_history', 'cards'];

/**
 * A file holds what its screen shows: who may not open the list gets no file, and a content manager gets one only where
 * the site allows it. Support sees payments and cards alone (ROLE-39). @throws `access-denied`
 */
export function requireExport(actor: Actor, settings: Settings, { list }: ExportAsk): void {
  requireReports(actor, settings);
  if (list === 'cancellations' && !isReader(actor, cancellationReport)) throw new DomainError('access-denied');
  if (list === 'reconciliation' && !isReader(actor, listReconciledDays)) throw new DomainError('access-denied');
  if (list === 'statement' && !isReader(actor, showStatement)) throw new DomainError('access-denied');
  if (list === 'cards' && !isReader(actor, listStoredCards)) throw new DomainError('access-denied');
  if (actor.role === 'support' && !ofSupport.includes(list)) throw new DomainError('access-denied');
  if (actor.role === 'content_manager' && (list === 'resubscriptions' || !contentManagerMay('export', settings)))
    throw new DomainError('access-denied');
}

/** Whether the list's own call lets somebody in. */
const isReader = ({ role }: Actor, { access }: CallDefinition): boolean =>
  access.kind === 'roles' && access.roles.includes(role);
