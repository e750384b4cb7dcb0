import type { ReversalEvent } from '@backlot/payments';
import type { ReversalRow } from '../tables.ts';

/** What the bank takes back stops what would be charged again; what we or the provider give back does not. */
export const reversalKind = ({ type }: ReversalEvent): ReversalRow['kind'] =>
  type === 'refund' || type === 'void' ? 'refund' : 'chargeback';
