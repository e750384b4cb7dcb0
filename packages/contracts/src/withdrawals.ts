import { Type, type Static } from 'typebox';
import { defineCall, Id, Instant, Nullable, OneOf, only, rightsOfContracts } from './http/call.ts';

const shownIn = OneOf(['en', 'ar', 'es', 'de', 'fr', 'pt'] as const);

/**
 * What was shown of the right to withdraw to whoever asks for a membership at once: the version of the text, and its
 * language. The server keeps the text with the purchase. Absent from whoever showed none.
 */
export const MembershipSupplyConsent = Type.Object({
  text: OneOf(['supply-consent-membership-1'] as const),
  language: shownIn,
});

/** The same of a post, which is opened at once: the right is lost thereby. */
export const PostSupplyConsent = Type.Object({ text: OneOf(['supply-consent-post-1'] as const), language: shownIn });

/** Money that a withdrawal gives back, by where it goes. */
const ComesBack = Type.Object({
  amount: Type.Number(),
  currency: Type.String(),
  to: OneOf(['card', 'wallet'] as const),
});
export type ComesBack = Static<typeof ComesBack>;

/** A membership that its buyer may withdraw from now. */
export const WithdrawableContract = Type.Object({
  /** Of the purchase that concluded it, as the list of payments has it. */
  _id: Id,
  concluded_at: Instant,
  /** The first instant at which it is too late. */
  until: Instant,
  comes_back: Type.Array(ComesBack),
});
export type WithdrawableContract = Static<typeof WithdrawableContract>;

export const Withdrawal = Type.Object({
  /** Of the purchase that had concluded the contract. */
  _id: Id,
  concluded_at: Instant,
  at: Instant,
  comes_back: Type.Array(ComesBack),
});
export type Withdrawal = Static<typeof Withdrawal>;

export const showWithdrawal = defineCall({
  method: 'GET',
  path: '/api/v2/subscription/withdrawal',
  access: only('user'),
  summary:
    "What the caller may withdraw from (C15), and the withdrawal from the caller's last membership, if there was one.",
  data: Type.Object({
    /** Null where there is no such contract, or it is too late. */
    contract: Nullable(WithdrawableContract),
    withdrawn: Nullable(Withdrawal),
    /** Where the confirmation goes. */
    email: Type.String(),
  }),
  errors: [],
  open: rightsOfContracts,
});

export const withdrawFromContract = defineCall({
  method: 'POST',
  path: '/api/v2/subscription/withdraw',
  access: only('user'),
  summary:
    'Withdraw from a membership (C15): it ends at once, and everything that was paid for it goes back. Again, it answers as it did the first time.',
  body: Type.Object({
    /** Of the contract. */
    id: Id,
  }),
  data: Withdrawal,
  errors: ['not-found', 'withdrawal-over'],
  open: rightsOfContracts,
});
