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

type Card = Static<typeof CardPayment>;

interface CardRequest {
  readonly body: { readonly card?: Card | undefined } & { readonly [F in keyof Card]?: Card[F] | undefined };
  readonly address: string;
  readonly userAgent: string;
}

/** The card of a body that has it under `card`, or in the documents' form between its other fields. @throws invalid-request by field */
export function cardOf(request: CardRequest): TypedCard | null {
  const { card, token, card_type: _type, state, ...body } = request.body;
  if (card !== undefined || !token) return typedCard(card, request);
  const holder = Object.fromEntries(holderFields.map((field) => [field, body[field] ?? ''])) as Record<
    (typeof holderFields)[number],
    string
  >;
  return typedCard({ ...holder, token, ...(state ? { state } : {}) }, request, '');
}

const holderFields = ['email', 'address', 'country', 'city', 'pincode', 'firstName', 'lastName'] as const;

/** The card form as the provider wants it, trimmed and checked (CARD-06 to CARD-15, CARD-26). @throws invalid-request by field */
export function typedCard(
  card: Card | undefined,
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
