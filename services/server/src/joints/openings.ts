import { DomainError } from '@backlot/contracts';
import { v7 } from 'uuid';
import type { Actor } from '../actor.ts';

/**
 * Somebody looked at a document that few may see: a row each time, in a table of the feature that keeps the document. Its id
 * is the address of this one look.
 */
export interface Opening {
  id: string;
  /** The session's person, and who really looked. */
  user_id: string;
  opened_by: string | null;
  opened_at: Date;
}

/** Milliseconds that the address of an opening shows the document. */
const shownMs = 60_000;

export const newOpening = ({ userId, trueAuthor }: Actor, now: Date): Opening => ({
  id: v7(),
  user_id: userId,
  opened_by: trueAuthor,
  opened_at: now,
});

/** Absent, somebody else's and expired look the same. @throws not-found */
export function requireShown<O extends Opening>(opening: O | null, { userId, trueAuthor }: Actor, now: Date): O {
  const isTheirs = opening?.user_id === userId && opening.opened_by === trueAuthor;
  if (opening === null || !isTheirs || now.getTime() >= opening.opened_at.getTime() + shownMs)
    throw new DomainError('not-found');
  return opening;
}

/** Who looked, and when, as staff see it. */
export function presentOpening(
  { opened_by: by, opened_at: at }: Pick<Opening, 'opened_by' | 'opened_at'>,
  people: ReadonlyMap<string, { readonly name: string; readonly email: string }>,
): { date: string; by: string } {
  const person = by === null ? undefined : people.get(by);
  return { date: at.toISOString(), by: person?.name || person?.email || '' };
}
