import { Type, type Static } from 'typebox';
import { Amount, defineCall, Id, Nullable, only, PageNumber, Text } from './http/call.ts';
import { PaymentAccount } from './payment-lookup.ts';
import { Pagination } from './staff.ts';
import { Month } from './statement.ts';

/** What a provider's statement says that the books do not know by themselves, in the account's currency. */
const figures = {
  /** All that the provider kept for itself, but fees of chargebacks: those are booked with each chargeback. */
  fees: Amount,
  reserve_held: Amount,
  reserve_released: Amount,
  paid_out: Amount,
  /** What the platform that sells (the merchant of record) kept of the sales. */
  platform_share: Type.Optional(Amount),
  tax_withheld: Type.Optional(Amount),
  /** Gained by exchange; a loss is below zero. */
  exchange: Type.Optional(Type.Number({ minimum: -1_000_000, maximum: 1_000_000, multipleOf: 0.01 })),
  /** Held back because of disputes that are open, and given back of it. Chargebacks are booked by themselves. */
  dispute_held: Type.Optional(Amount),
  dispute_released: Type.Optional(Amount),
} as const;

/** Who entered it, why, and when. */
const Entered = Type.Object({
  note: Type.String(),
  by: Type.Object({ _id: Id, name: Type.String() }),
  date: Type.String(),
});

export const ProviderStatement = Type.Object({
  _id: Id,
  account_id: Id,
  account: PaymentAccount,
  month: Type.String(),
  fees: Type.Number(),
  reserve_held: Type.Number(),
  reserve_released: Type.Number(),
  paid_out: Type.Number(),
  platform_share: Type.Optional(Type.Number()),
  tax_withheld: Type.Optional(Type.Number()),
  /** A loss is below zero. */
  exchange: Type.Optional(Type.Number()),
  dispute_held: Type.Optional(Type.Number()),
  dispute_released: Type.Optional(Type.Number()),
  entered: Entered,
  /** Null while it counts. */
  taken_back: Nullable(Entered),
});
export type ProviderStatement = Static<typeof ProviderStatement>;

const writers = only('admin', 'sub_admin', 'model');

export const listProviderStatements = defineCall({
  method: 'GET',
  path: '/api/reports/provider-statements',
  access: writers,
  summary: "What was entered from providers' own statements of a month, the newest first. Paged.",
  query: Type.Object({ month: Month, page_num: Type.Optional(PageNumber) }),
  data: Type.Object({ statements: Type.Array(ProviderStatement), paginationData: Pagination }),
  errors: ['invalid-request'],
});

export const recordProviderStatement = defineCall({
  method: 'POST',
  path: '/api/reports/provider-statements',
  access: writers,
  summary:
    "Book what a provider's own statement says of a month: fees, reserve held and released, and what was paid out; also the platform's share, tax withheld, exchange, and money held for disputes. Who entered it is kept with it.",
  body: Type.Object({
    account_id: Id,
    month: Month,
    ...figures,
    note: Text(500, 1),
    /** Book figures that were entered before: the provider states them twice. */
    again: Type.Optional(Type.Boolean()),
  }),
  data: Type.Object({ _id: Id }),
  errors: ['not-found', 'invalid-request', 'idempotency-key-reused', 'statement-entered', 'unavailable'],
  idempotent: true,
});

export const takeBackProviderStatement = defineCall({
  method: 'POST',
  path: '/api/reports/provider-statements/take-back',
  access: writers,
  summary: 'Take back what was entered by mistake, by booking its opposite into the same month. Both stay to be seen.',
  body: Type.Object({ id: Id, note: Text(500, 1) }),
  errors: ['not-found', 'invalid-request', 'open-item-settled'],
});
