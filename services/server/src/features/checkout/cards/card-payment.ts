import { DomainError } from '@backlot/contracts';
import type { CardPayment } from '@backlot/contracts/cards';
import { cardHolderErrors, trimCardHolder } from '@backlot/domain/money/card-form';
import type { CardHolder } from '@backlot/payments';
import type { Static } from 'typebox';
import { listStates } from '../../accounts/index.ts';

export interface TypedCard {
  readonly token: string;
  readonly customer: CardHolder;
}

/** The card form as the provider wants it, trimmed and checked (CARD-06 to CARD-15, CARD-26). @throws invalid-request by field */
export function typedCard(
  card: Static<typeof CardPayment> | undefined,
  from: { address: string; userAgent: string },
  within = 'card.',
): TypedCard | null {
  if (card === undefined) return null;
  const typed = trimCardHolder({ ...card, state: card.state ?? '' });
  const errors = cardHolderErrors(typed, { hasStates: listStates(typed.country).length > 0, hasCities: false });
  const fields = Object.entries(errors).map(([field, code]) => ({ field: `${within}${field}`, code }));
  if (fields.length > 0) throw new DomainError('invalid-request', {}, { fields });
  const { pincode, state, ...rest } = typed;
  return {
    token: card.token,
    customer: {
      ...rest,
      postalCode: pincode,
      ...(state === '' ? {} : { state }),
      ipAddress: from.address,
      userAgent: from.userAgent,
    },
  };
}
