import { minorOf } from '@backlot/domain/money/money';
import type { Settings } from '@backlot/domain/settings';
import type { ReversalRow } from '../tables.ts';

/**
 * What a chargeback costs besides, in minor units of its own currency. The site states it in what it takes now: of a payment
 * in another nothing is known, and 25 of one are not 25 of the other.
 */
export const chargebackFee = (
  { kind, currency }: Pick<ReversalRow, 'kind' | 'currency'>,
  settings: Pick<Settings, 'chargeback_fee_amount' | 'currency'>,
): number => (kind === 'chargeback' && currency === settings.currency ? minorOf(settings.chargeback_fee_amount) : 0);
