import { DomainError, type ErrorCode } from '@backlot/contracts';
import type { Bootstrap } from '@backlot/contracts/bootstrap';
import type { Refusal as RuleRefusal } from '@backlot/domain/sites/admission';

/** `host`: not this site's, or not the platform's own. `entitlement`: the rows say that it is not this person's. */
export type Refusal = RuleRefusal | 'host' | 'entitlement';

type PageState = Pick<Bootstrap['site'], 'status' | 'ageGate' | 'isAreaBlocked'>;

interface Answer {
  /** Of a call, a file or a medium; its status stands in the catalogue of errors. */
  readonly code: ErrorCode;
  /** What a page's data says instead of carrying content; a page asks for no session and no role here, its screens do. */
  readonly page?: Partial<PageState>;
  /** Reason of a socket's close, with code 1008. */
  readonly close: string;
}

/** What each refusal answers, whoever refuses. */
export const refusalAnswers: Readonly<Record<Refusal, Answer>> = {
  host: { code: 'not-found', close: 'origin' },
  'session-ended': { code: 'session-ended', close: 'authentication' },
  'session-required': { code: 'session-required', close: 'authentication' },
  suspension: { code: 'service-stopped', page: { status: 'stopped' }, close: 'stopped' },
  maintenance: { code: 'maintenance', page: { status: 'maintenance' }, close: 'maintenance' },
  area: { code: 'blocked-area', page: { isAreaBlocked: true }, close: 'area' },
  'age-gate': { code: 'age-confirmation-required', page: { ageGate: true }, close: 'age' },
  // A person who is blocked is told no more than that the session is over.
  block: { code: 'session-ended', close: 'authentication' },
  role: { code: 'access-denied', close: 'role' },
  entitlement: { code: 'not-found', close: 'entitlement' },
};

/** As the error that a call, a file or a medium answers. `hides`: as if nothing were there. */
export const refusalError = (refusal: Refusal, { hides = false }: { readonly hides?: boolean } = {}): DomainError =>
  new DomainError(hides ? 'not-found' : refusalAnswers[refusal].code);

/** The last step: rows that were loaded for this very person, or nothing. */
export function entitled<T>(found: T | null): T {
  if (found === null) throw refusalError('entitlement');
  return found;
}

/** A site's state as its pages tell it; several gates may be shut at once. */
export function pageState(refusals: readonly Refusal[]): PageState {
  const state: PageState = { status: 'active', ageGate: false, isAreaBlocked: false };
  // The first refusal has the last word.
  for (const refusal of refusals.toReversed()) Object.assign(state, refusalAnswers[refusal].page);
  return state;
}
