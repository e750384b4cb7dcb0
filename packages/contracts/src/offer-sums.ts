import { Type, type Static } from 'typebox';

/** What a reduced price brought in, in a currency that the site took before; of two currencies nothing is added up. */
export const OtherSums = Type.Object({
  currency: Type.String(),
  first_amount: Type.Number(),
  renewal_amount: Type.Number(),
  saved_amount: Type.Number(),
});
export type OtherSums = Static<typeof OtherSums>;

/** An amount of a currency that is not the answer's. */
export const OtherAmount = Type.Object({ currency: Type.String(), amount: Type.Number() });
