import type { MembershipQuote } from '@backlot/contracts/memberships';

type Told = Pick<MembershipQuote, 'initial_amount' | 'recurring_amount' | 'first_period'>;

/** Whether nobody would choose the first of two prices: the same first period, and neither amount of it is lower. */
export const costsMore = (one: Told, other: Told): boolean =>
  one.first_period?.unit === other.first_period?.unit &&
  one.first_period?.count === other.first_period?.count &&
  one.initial_amount >= other.initial_amount &&
  one.recurring_amount >= other.recurring_amount &&
  (one.initial_amount > other.initial_amount || one.recurring_amount > other.recurring_amount);
