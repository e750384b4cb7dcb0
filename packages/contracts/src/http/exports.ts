import { Type, type Static } from 'typebox';
import { defineCall, Id, Nullable, OneOf, only, Text } from './call.ts';
import { CancellationFilters } from '../cancellations.ts';
import { CouponFilters } from '../coupons.ts';
import { DisputeFilters } from '../disputes.ts';
import { ActivityFilters } from '../influencer-activity.ts';
import { OpenItemFilters } from '../open-items.ts';
import { PromotionFilters } from '../promotions.ts';
import { PurchaseFilters } from '../purchase-history.ts';
import { ReconciliationFilters } from '../reconciliation.ts';
import { BestSellerFilters, MonthFilters } from '../reporting.ts';
import { FanFilters, TransactionFilters } from '../staff.ts';
import { StatementFilters } from '../statement.ts';
import { CardFilters } from '../stored-cards.ts';
import { UtmFilters } from '../user-utm-params.ts';

const ExportState = Type.Object({
  /** Null where the rows were few enough to come at once. */
  _id: Nullable(Id),
  state: OneOf(['ready', 'working', 'failed'] as const),
  file_name: Type.String(),
  rows: Type.Integer(),
  /** Parts of a file that was made by a job, from 0. */
  parts: Type.Integer(),
  /** The whole file; null where a job makes it. */
  csv: Nullable(Type.String()),
});
export type ExportState = Static<typeof ExportState>;

const readers = only('model', 'admin', 'sub_admin', 'content_manager', 'support');

/** Which list, and which of its rows: the filters that its screen has. */
export const ExportAsk = Type.Object({
  list: OneOf([
    'fans',
    'transactions',
    'purchase_history',
    'cards',
    'purchases',
    'cancellations',
    'resubscriptions',
    'reconciliation',
    'statement',
    'coupons',
    'promotions',
    'open_items',
    'disputes',
    'influencer_activity',
    'user_utm_params',
    'months',
    'best_sellers',
  ] as const),
  fans: Type.Optional(FanFilters),
  transactions: Type.Optional(TransactionFilters),
  purchase_history: Type.Optional(PurchaseFilters),
  cards: Type.Optional(CardFilters),
  cancellations: Type.Optional(CancellationFilters),
  reconciliation: Type.Optional(ReconciliationFilters),
  coupons: Type.Optional(CouponFilters),
  promotions: Type.Optional(PromotionFilters),
  open_items: Type.Optional(OpenItemFilters),
  disputes: Type.Optional(DisputeFilters),
  influencer_activity: Type.Optional(ActivityFilters),
  user_utm_params: Type.Optional(UtmFilters),
  months: Type.Optional(MonthFilters),
  best_sellers: Type.Optional(BestSellerFilters),
  /** For `statement`: the month. */
  statement: Type.Optional(StatementFilters),
  /** For `purchases`: the post, and the promotion whose buyers alone are wanted. */
  blog_id: Type.Optional(Id),
  promotion_id: Type.Optional(Id),
  /** For `resubscriptions`: the report, and the offer whose rows alone are wanted. */
  report_id: Type.Optional(Id),
  offer: Type.Optional(Text(20)),
});
export type ExportAsk = Static<typeof ExportAsk>;

export const askExport = defineCall({
  method: 'POST',
  path: '/api/reports/exports',
  access: readers,
  summary:
    'All rows of a list that match, as CSV in the words of its screen. Many rows are written by a job; asked again meanwhile, it is the same file.',
  body: ExportAsk,
  data: ExportState,
  errors: ['access-denied', 'not-found', 'invalid-request', 'too-many-requests'],
  throttle: { max: 30, seconds: 600 },
});

export const getExport = defineCall({
  method: 'GET',
  path: '/api/reports/exports/:id',
  access: readers,
  summary: 'How far a file has come. Only who asked for it sees it, for a day.',
  params: Type.Object({ id: Id }),
  data: ExportState,
  errors: ['not-found', 'access-denied'],
});

export const getExportPart = defineCall({
  method: 'GET',
  path: '/api/reports/exports/:id/parts/:part',
  access: readers,
  summary: 'A part of a finished file.',
  params: Type.Object({ id: Id, part: Type.String({ pattern: '^\\d{1,5}$' }) }),
  data: Type.Object({ csv: Type.String() }),
  errors: ['not-found', 'access-denied'],
});
