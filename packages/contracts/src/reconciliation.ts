import { Type, type Static } from 'typebox';
import { Day, defineCall, Id, Nullable, OneOf, only, PageNumber, Text } from './http/call.ts';
import { PaymentAccount } from './payment-lookup.ts';
import { Pagination } from './staff.ts';

/** What a provider's report lists. */
export const ReportLineKind = OneOf([
  'sale',
  'renewal',
  'refund',
  'void',
  'chargeback',
  'cancellation',
  'expiry',
] as const);
export type ReportLineKind = Static<typeof ReportLineKind>;

/**
 * `waiting`: its webhook may still come, or is being applied. `differs`: the report and the books do not say the same.
 * `explained`: they do not, and staff said why.
 */
export const LineState = OneOf(['waiting', 'agrees', 'differs', 'explained'] as const);
export type LineState = Static<typeof LineState>;

/** `not_in_report`: ours, settled for more than a day, and the provider does not list it. */
export const LineDifference = OneOf(['not_in_books', 'not_in_report', 'other_amount', 'other_currency'] as const);
export type LineDifference = Static<typeof LineDifference>;

/** Of one side: how much moved money, and the sum, in which what went back counts against what came. */
const Total = Type.Object({ count: Type.Integer(), sum: Type.Number() });

/** An account's day, by the site's calendar. */
export const ReconciledDay = Type.Object({
  /** `<account>_<day>` */
  _id: Type.String(),
  account_id: Id,
  account: PaymentAccount,
  day: Type.String(),
  theirs: Total,
  ours: Total,
  /** Theirs less ours, in the account's currency. */
  difference: Type.Number(),
  /** How many lines differ and nobody has explained. */
  open: Type.Integer(),
  state: LineState,
});
export type ReconciledDay = Static<typeof ReconciledDay>;

export const ReportLineView = Type.Object({
  _id: Id,
  date: Type.String(),
  kind: ReportLineKind,
  state: LineState,
  difference: Nullable(LineDifference),
  /** The provider's id of the charge, or of the series. */
  transactionId: Type.String(),
  /** What the provider lists; null for what is ours alone, and for what moved no money. */
  theirs: Nullable(Type.Object({ amount: Type.Number(), currency: Nullable(Type.String()) })),
  /** What of ours it is; null where the books have nothing. */
  ours: Nullable(
    Type.Object({
      /** The payment's id. */
      _id: Id,
      amount: Type.Number(),
      currency: Type.String(),
      user: Type.Object({ _id: Id, name: Type.String(), email: Type.String() }),
    }),
  ),
  explained: Nullable(
    Type.Object({ note: Type.String(), by: Type.Object({ _id: Id, name: Type.String() }), date: Type.String() }),
  ),
});
export type ReportLineView = Static<typeof ReportLineView>;

/** An account whose provider has a report, and how far it was read. */
export const ReadAccount = Type.Object({
  account_id: Id,
  account: PaymentAccount,
  /** Until when the report was read without a gap; null before the first answer. */
  read_until: Nullable(Type.String()),
  /** How the last request ended; null while it is under way. */
  outcome: Nullable(OneOf(['read', 'too-soon', 'refused', 'unknown'] as const)),
  /** Of a refusal, in the provider's words; else why it could not be read, in ours. */
  code: Nullable(Type.String()),
});
export type ReadAccount = Static<typeof ReadAccount>;

/** The days to look at, of the site's calendar; the last 92 where it names none. */
export const ReconciliationFilters = Type.Object({
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  state: Type.Optional(LineState),
});

const readers = only('admin', 'sub_admin', 'model');

export const listReconciledDays = defineCall({
  method: 'GET',
  path: '/api/reports/reconciliation',
  access: readers,
  summary:
    "The books held against the providers' own reports, an account and a day each, newest first. Paged. With how far each report was read.",
  query: Type.Object({ page_num: Type.Optional(PageNumber), ...ReconciliationFilters.properties }),
  data: Type.Object({
    days: Type.Array(ReconciledDay),
    paginationData: Pagination,
    accounts: Type.Array(ReadAccount),
  }),
  errors: ['invalid-request'],
});

export const listReportLines = defineCall({
  method: 'GET',
  path: '/api/reports/reconciliation/lines',
  access: readers,
  summary: "The lines of an account's day, what differs first. Paged.",
  query: Type.Object({ account_id: Id, day: Day, page_num: Type.Optional(PageNumber) }),
  data: Type.Object({ lines: Type.Array(ReportLineView), paginationData: Pagination }),
  errors: ['invalid-request'],
});

export const explainDifference = defineCall({
  method: 'POST',
  path: '/api/reports/reconciliation/explain',
  access: readers,
  summary: 'Why a difference is right as it is, or how it was put right elsewhere. Who said so is kept with it.',
  body: Type.Object({ id: Id, note: Text(500, 1) }),
  errors: ['not-found', 'invalid-request', 'open-item-settled'],
});
