import type { Books } from './books.ts';
import { findToken, newId } from './charge.ts';
import type { Entry, KeptRecord } from './entries.ts';
import { behaviours } from './test-cards.ts';
import { isText } from './wire.ts';

export type KeepDecision =
  | { readonly kind: 'made'; readonly kept: KeptRecord; readonly entry: Entry }
  | { readonly kind: 'again'; readonly kept: KeptRecord }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string };

/** Checks a card as a charge would, and keeps it. The same reference checks once. */
export function decideKeep(books: Books, body: unknown, now: number): KeepDecision {
  const { reference, token } = (body ?? {}) as Record<string, unknown>;
  if (!isText(reference) || !isText(token)) return { kind: 'refused', status: 400, code: 'invalid-instrument' };
  const earlier = books.kept.get(reference);
  if (earlier)
    return earlier.token === token
      ? { kind: 'again', kept: earlier }
      : { kind: 'refused', status: 409, code: 'reference-reused' };
  const { card, refusal } = findToken(books, token, now);
  const declineCode = refusal ?? (card && behaviours[card.behaviour]?.decline) ?? null;
  const kept: KeptRecord = {
    reference,
    token,
    instrument: card && declineCode === null ? { id: newId('card'), card } : null,
    declineCode,
  };
  return { kind: 'made', kept, entry: { kind: 'kept', kept } };
}
