import { Type, type Static } from 'typebox';
import { defineCall, Id, Nullable, OneOf, only, PageNumber, Text } from './http/call.ts';
import { SoldKind } from './purchases.ts';

export const Pagination = Type.Object({
  currentPage: Type.Integer(),
  totalPages: Type.Integer(),
  totalRows: Type.Integer(),
  limit: Type.Integer(),
});
export type Pagination = Static<typeof Pagination>;

/** A row of the list of subscribers (specification 001 §3 Admin user rows). */
export const FanRow = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  avatarUrl: Nullable(Type.String()),
  ccbill_subscription_status: OneOf(['0', '1', '2'] as const),
  has_complimentary_subscription: Type.Boolean(),
  is_rebill_failed: Type.Boolean(),
  date: Type.String(),
  expiration_date: Nullable(Type.String()),
  next_billing_date: Nullable(Type.String()),
  is_photo_id_accepted: Type.Optional(Type.Boolean()),
  /** Absent amounts are hidden from this caller by `hide_earnings`. */
  total_amount_spent: Nullable(Type.Number()),
  total_refund_amount: Nullable(Type.Number()),
  total_chargeback_amount: Nullable(Type.Number()),
  total_chargeback_count: Nullable(Type.Integer()),
  total_void_amount: Nullable(Type.Number()),
  /** What the chargebacks cost beside their amounts (DECISIONS 25). */
  total_chargeback_fee_amount: Type.Optional(Nullable(Type.Number())),
});
export type FanRow = Static<typeof FanRow>;

export const FanFilters = Type.Object({
  search: Type.Optional(Text(200)),
  /** `failed`: those whose renewal failed and is waited for, whatever their status. */
  status: Type.Optional(OneOf(['all', '0', '1', '2', 'failed'] as const)),
  sort: Type.Optional(OneOf(['date', 'name', 'total_amount_spent', 'expiration_date'] as const)),
  direction: Type.Optional(OneOf(['asc', 'desc'] as const)),
});

export const listFans = defineCall({
  method: 'POST',
  path: '/api/users/get_users_list',
  access: only('admin', 'model', 'content_manager', 'sub_admin'),
  summary: 'Fans of this site, filtered, sorted, paged.',
  query: Type.Object({ page_num: Type.Optional(PageNumber), view: Type.Optional(Text(20)) }),
  body: Type.Optional(FanFilters),
  data: Type.Object({
    users: Type.Array(FanRow),
    paginationData: Pagination,
    counts: Type.Object({
      all: Type.Integer(),
      '0': Type.Integer(),
      '1': Type.Integer(),
      '2': Type.Integer(),
      failed: Type.Optional(Type.Integer()),
    }),
  }),
  errors: ['access-denied'],
});

export const TransactionRow = Type.Object({
  _id: Id,
  transactionId: Type.String(),
  date: Type.String(),
  /**
   * What was bought (`renewal` beside the kinds of purchases), `refund`, `void` or `chargeback`, `chargeback_won`: a bank paid back
   * what it had charged back, or `top_up`: money put into a wallet.
   */
  kind: SoldKind,
  state: OneOf(['succeeded', 'pending', 'declined'] as const),
  amount: Type.Number(),
  currency: Type.String(),
  user: Type.Object({ _id: Id, name: Type.String(), email: Type.String() }),
  content: Nullable(Type.Object({ _id: Id, title: Type.String() })),
  card: Nullable(Type.Object({ card_type: Type.String(), last4: Type.String() })),
  /** Null where neither was asked for money: not yet, or for a price of nothing. */
  paid_with: Nullable(OneOf(['card', 'wallet', 'crypto'] as const)),
  /** Of a top-up: how many of which currency, as `0.001002 BTC`. */
  coins: Nullable(Type.String()),
  decline_code: Nullable(Type.String()),
  /** Of a purchase: what went back of it, of that by chargeback, what is asked for or owed, and what is left to give back. */
  returned: Type.Number(),
  charged_back: Type.Number(),
  returning: Type.Number(),
  left: Type.Number(),
  /** Of what is asked for or owed: what no provider has taken, which is an open item. None where a server of the version before answered. */
  owed: Type.Optional(Type.Number()),
  /** The fan withdrew from the contract (C15): why it went back, or is to. */
  is_withdrawn: Type.Boolean(),
});
export type TransactionRow = Static<typeof TransactionRow>;

export const TransactionFilters = Type.Object({
  search: Type.Optional(Text(200)),
  /** `all`, or a kind of the rows. */
  kind: Type.Optional(SoldKind),
  state: Type.Optional(OneOf(['all', 'succeeded', 'pending', 'declined'] as const)),
  /** Payments of this fan alone. */
  user_id: Type.Optional(Id),
  from: Type.Optional(Text(40)),
  to: Type.Optional(Text(40)),
  sort: Type.Optional(OneOf(['date', 'amount'] as const)),
  direction: Type.Optional(OneOf(['asc', 'desc'] as const)),
});

export const listTransactions = defineCall({
  method: 'GET',
  path: '/api/admin/get_transactions_details',
  access: only('support', 'admin', 'sub_admin', 'model', 'content_manager'),
  summary: 'Payments of this site, newest first, filtered and paged, with the sum of what the filters show.',
  query: Type.Object({ page_num: Type.Optional(PageNumber), ...TransactionFilters.properties }),
  data: Type.Object({
    transactions: Type.Array(TransactionRow),
    paginationData: Pagination,
    /** Of payments in the site's currency. */
    sum: Type.Number(),
    currency: Type.String(),
    /** Of those in other currencies, a sum each. */
    other_sums: Type.Array(Type.Object({ currency: Type.String(), sum: Type.Number() })),
    /** Put into wallets, which is no sale and in no sum above, a sum each. */
    top_ups: Type.Array(Type.Object({ currency: Type.String(), sum: Type.Number() })),
  }),
  errors: ['access-denied'],
});

export const home = defineCall({
  method: 'GET',
  path: '/api/admin/home',
  access: only('admin', 'model', 'sub_admin', 'content_manager'),
  summary: 'The first screen of the creator area: money today and over thirty days, new members, what needs attention.',
  data: Type.Object({
    currency: Type.String(),
    /** Null when earnings are hidden from the caller. */
    earnings: Nullable(
      Type.Object({
        /** Whether anything was ever sold, however long ago. */
        has_sold: Type.Boolean(),
        today: Type.Number(),
        same_weekday_last_week: Type.Number(),
        thirty_days: Type.Number(),
        days: Type.Array(Type.Object({ date: Type.String(), membership: Type.Number(), post: Type.Number() })),
        /** Running totals at the end of each hour of the site's day, 24 of each; `today` is null for hours to come. */
        hours: Type.Optional(
          Type.Array(Type.Object({ hour: Type.Integer(), today: Nullable(Type.Number()), last_week: Type.Number() })),
        ),
      }),
    ),
    /**
     * `active`: everybody whose membership is on now, also those who cancelled and are members until it ends; `cancelled`:
     * of these, who cancelled. Null for staff to whom the list of fans is closed (DECISIONS 50).
     */
    members: Nullable(
      Type.Object({
        active: Type.Integer(),
        cancelled: Type.Integer(),
        new_today: Type.Integer(),
        new_thirty_days: Type.Integer(),
      }),
    ),
    /**
     * What a new site lacks before its first fan can come, `hidden` where the list was put away; null when nothing, and for
     * everyone but its creator and super admin.
     */
    first_steps: Nullable(
      Type.Object({
        look: Type.Boolean(),
        price: Type.Boolean(),
        post: Type.Boolean(),
        share: Type.Boolean(),
        hidden: Type.Boolean(),
      }),
    ),
    attention: Type.Array(
      Type.Object({
        kind: OneOf([
          'open_items',
          'photo_ids',
          'post_error',
          'post_processing',
          'payment_pending',
          'renewal_failed',
          'scheduled',
        ] as const),
        count: Type.Integer(),
        href: Type.String(),
      }),
    ),
  }),
  errors: [],
});

export const doneFirstStep = defineCall({
  method: 'POST',
  path: '/api/admin/first-steps',
  access: only('admin', 'model'),
  summary: "Note that the site's address was taken to share, put the list of first steps away, or have it back.",
  body: Type.Object({ step: OneOf(['share', 'hidden', 'shown'] as const) }),
  errors: ['invalid-request'],
});

export const acceptPhotoId = defineCall({
  method: 'POST',
  path: '/api/admin/update_is_photo_id_accepted_status',
  access: only('admin', 'model', 'sub_admin'),
  summary: 'Let a fan buy without the limit that holds until a photo id is accepted, or set it again (ADMIN-07).',
  alsoAt: ['/api/admin/add_is_photo_id_accepted_status'],
  body: Type.Object({ user_id: Id, is_photo_id_accepted: Type.Boolean() }),
  errors: ['access-denied', 'not-found'],
});
