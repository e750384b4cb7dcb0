import { everyGate, type CallDefinition, type Gate } from '@backlot/contracts';
import type { Refusal } from './refusals.ts';
import type { DoorAccess, DoorDefinition } from '@backlot/contracts/http/doors';

/** What a route wants of whoever asks, as its contract declares it. */
export interface Need {
  readonly access: DoorAccess;
  readonly open: readonly Gate[];
  readonly session: 'bearer' | 'nowhere' | NonNullable<DoorDefinition['session']>;
  readonly isForAnyHost: boolean;
}

export const needOfCall = ({ access, open = [], from }: CallDefinition): Need => ({
  access,
  open,
  session: from === 'provider' ? 'nowhere' : 'bearer',
  isForAnyHost: from === 'provider',
});

export const needOfDoor = ({ access, open = [], session, host }: DoorDefinition): Need => ({
  access,
  open,
  session: session ?? 'nowhere',
  isForAnyHost: host === 'any',
});

/** What may be refused here, for the description; entitlement is each route's own to tell. */
export function possibleRefusals({ access, open, session }: Need): readonly Refusal[] {
  if (access.kind === 'platform') return ['host'];
  const wantsSession = access.kind === 'signed-in' || access.kind === 'roles';
  const needsGoodSession = session === 'bearer' || session === 'first-frame';
  const isAsked: Readonly<Partial<Record<Refusal, boolean>>> = {
    'session-ended': needsGoodSession,
    'session-required': wantsSession,
    suspension: !open.includes('suspension'),
    maintenance: !open.includes('maintenance'),
    area: !open.includes('area'),
    'age-gate': !open.includes('age-gate') && !wantsSession,
    block: needsGoodSession,
    role: access.kind === 'roles',
    entitlement: access.kind === 'signature',
  };
  return (Object.keys(isAsked) as Refusal[]).filter((refusal) => isAsked[refusal]);
}

/** Nothing about the visitor or the site's state counts. */
export const asksNothing = ({ access, open, session }: Need): boolean =>
  access.kind === 'public' && session === 'nowhere' && everyGate.every((gate) => open.includes(gate));
