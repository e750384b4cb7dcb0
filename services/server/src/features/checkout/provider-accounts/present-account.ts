import type { Answer } from '@backlot/contracts';
import type { compareCharge } from '@backlot/contracts/payment-lookup';

type AccountView = NonNullable<Answer<typeof compareCharge>['data']['account']>;

/** A provider's account on the wire. The site has left one that is not active. */
export const presentAccount = ({
  provider,
  currency,
  state,
}: {
  readonly provider: string;
  readonly currency: string;
  readonly state: string;
}): AccountView => ({
  provider,
  currency,
  is_active: state === 'active',
});
