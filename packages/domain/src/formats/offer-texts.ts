/** Text ids for what lists and exported files say of coupons and promotions, so that both say the same. */
export const couponStateTexts = {
  active: 'coupon-state-active',
  scheduled: 'coupon-state-scheduled',
  ended: 'coupon-state-ended',
  used_up: 'coupon-state-used-up',
  off: 'coupon-state-off',
} as const;
export const couponTypeTexts = { percentage: 'coupon-type-percentage', flat: 'coupon-type-flat' } as const;

export const promotionTypeTexts = {
  SUBSCRIPTION: 'promotion-of-memberships',
  LOCKED_CONTENT: 'promotion-of-posts',
} as const;
export const audienceTexts = {
  ALL_USERS: 'promotion-for-all',
  NEW_USERS: 'promotion-for-new',
  OLD_USERS: 'promotion-for-old',
} as const;

/** Posts are sold to members alone, whatever the promotion says. */
export const promotionAudienceText = ({
  type,
  applicable_to: audience,
}: {
  readonly type: keyof typeof promotionTypeTexts;
  readonly applicable_to: keyof typeof audienceTexts;
}): 'promotion-for-members' | (typeof audienceTexts)[keyof typeof audienceTexts] =>
  type === 'LOCKED_CONTENT' ? 'promotion-for-members' : audienceTexts[audience];

export const promotionStateText = (endedAt: string | null): 'promotion-state-running' | 'promotion-state-ended' =>
  endedAt === null ? 'promotion-state-running' : 'promotion-state-ended';
