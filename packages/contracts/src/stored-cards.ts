import { Type, type Static } from 'typebox';
import { defineCall, Id, Last4, Nullable, OneOf, only, PageNumber, Text } from './http/call.ts';
import { Pagination } from './staff.ts';

/**
 * `barred`: its bank took a charge back, and it is charged no more. `expired`, `expiring`, `valid`: its last month is over,
 * is this one of the site's calendar, or is yet to come; whether its account still takes payments is not part of it.
 */
export const CardState = OneOf(['valid', 'expiring', 'expired', 'barred'] as const);
export type CardState = Static<typeof CardState>;

/** A card on file, or one that was barred. A number is never part of it: nobody here has one. */
export const StoredCard = Type.Object({
  _id: Id,
  user: Type.Object({ _id: Id, name: Type.String(), email: Type.String() }),
  card_type: Type.String(),
  last4: Type.String(),
  month: Type.Integer(),
  year: Type.Integer(),
  is_primary: Type.Boolean(),
  state: CardState,
  date: Type.String(),
  last_used_at: Type.String(),
  barred_at: Nullable(Type.String()),
  /**
   * When its owner last agreed to later charges with an order that was paid with it, or that cost nothing and named it for
   * them; null where no order with it recorded that. What was agreed to with another card is not told here.
   */
  consented_at: Nullable(Type.String()),
});
export type StoredCard = Static<typeof StoredCard>;

export const CardFilters = Type.Object({
  /** The beginning of words of a name or an address. */
  search: Type.Optional(Text(200)),
  last4: Type.Optional(Last4),
  state: Type.Optional(OneOf(['all', 'valid', 'expiring', 'expired', 'barred'] as const)),
  sort: Type.Optional(OneOf(['date', 'expires'] as const)),
  direction: Type.Optional(OneOf(['asc', 'desc'] as const)),
});
export type CardFilters = Static<typeof CardFilters>;

export const listStoredCards = defineCall({
  method: 'GET',
  path: '/api/reports/cards',
  access: only('support', 'admin', 'sub_admin'),
  summary:
    'Cards that fans of this site have on file, and barred ones, newest first, filtered and paged: brand, last four digits, expiry.',
  query: Type.Object({ page_num: Type.Optional(PageNumber), ...CardFilters.properties }),
  data: Type.Object({ cards: Type.Array(StoredCard), paginationData: Pagination }),
  errors: [],
});

export const removeFansCard = defineCall({
  method: 'POST',
  path: '/api/admin/remove-card',
  access: only('admin', 'sub_admin'),
  summary: "Take a fan's card off file. The last one stays while a membership renews with it, as for the fan.",
  body: Type.Object({ card_id: Id }),
  errors: ['not-found', 'card-renews-membership', 'payment-in-progress'],
});
