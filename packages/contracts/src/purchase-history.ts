import { Type, type Static } from 'typebox';
import { defineCall, only, OneOf, PageNumber } from './http/call.ts';
import { SoldKind } from './purchases.ts';
import { Pagination, TransactionFilters, TransactionRow } from './staff.ts';

/** As those of transactions; `refunded`: of which money went back, refunds and chargebacks alike. */
export const PurchaseFilters = Type.Object({
  ...TransactionFilters.properties,
  /** `all`, or what is sold: what went back has no row of its own. */
  kind: Type.Optional(SoldKind),
  state: Type.Optional(OneOf(['all', 'succeeded', 'pending', 'declined', 'refunded'] as const)),
});
export type PurchaseFilters = Static<typeof PurchaseFilters>;

export const listPurchases = defineCall({
  method: 'GET',
  path: '/api/reports/purchase-history',
  access: only('support', 'admin', 'sub_admin', 'model', 'content_manager'),
  summary:
    'What all fans of this site bought, a row a purchase, filtered, sorted and paged, with what was taken for all that match and what went back of it.',
  query: Type.Object({ page_num: Type.Optional(PageNumber), ...PurchaseFilters.properties }),
  data: Type.Object({
    purchases: Type.Array(TransactionRow),
    paginationData: Pagination,
    /** Taken in the site's currency for all that match, before what went back. */
    sum: Type.Number(),
    returned: Type.Number(),
    currency: Type.String(),
    /** The same of other currencies. */
    other_sums: Type.Array(Type.Object({ currency: Type.String(), sum: Type.Number(), returned: Type.Number() })),
  }),
  errors: ['access-denied', 'invalid-request'],
});
