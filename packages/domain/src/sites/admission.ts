import { isAreaBlocked, isAreaBlockingOn, type AreaSettings, type GeoLocation } from './areas.ts';
import { isAdminRole, type StoredRole } from '../people/roles.ts';

/** What a site may be closed by. */
export type Gate = 'suspension' | 'maintenance' | 'area' | 'age-gate';
/** Why somebody is not let in, in the order in which it is asked. Entitlement, which needs rows, is asked last. */
export type Refusal = 'session-ended' | 'session-required' | Gate | 'block' | 'role';

/** Who may come, and the gates that are open to them. What is not declared open is closed. */
export interface Need {
  readonly access:
    | { readonly kind: 'public' | 'signed-in' | 'signature' | 'platform' }
    | { readonly kind: 'roles'; readonly roles: readonly StoredRole[] };
  readonly open?: readonly Gate[];
}

export interface GateSettings extends AreaSettings {
  readonly maintenance_mode: boolean;
  readonly show_age_modal: boolean;
}

/** Somebody at the door of a site. */
export interface Visit {
  readonly session: 'none' | 'ended' | 'live';
  /** Of a live session, else null. */
  readonly person: { readonly role: StoredRole; readonly isBlocked: boolean } | null;
  readonly isSuspended: boolean;
  readonly settings: GateSettings;
  readonly place: GeoLocation | null;
  readonly isAgeConfirmed: boolean;
}

/** Every reason to refuse, the first being the answer; none means come in. DECISIONS 39e, 41. */
export const refusalsOf = (visit: Visit, need: Need): readonly Refusal[] =>
  steps.flatMap((step) => step(visit, need) ?? []);

/**
 * Whether each visitor is answered alike: where a gate or an area is on, no cache between us may hand one visitor's
 * answer to another.
 */
export const isSameForAll = (settings: GateSettings, need: Need): boolean =>
  (isOpen(need, 'maintenance') || !settings.maintenance_mode) &&
  (isOpen(need, 'area') || !isAreaBlockingOn(settings)) &&
  (isOpen(need, 'age-gate') || !settings.show_age_modal);

type Step = (visit: Visit, need: Need) => Refusal | null;

const isOpen = ({ open = [] }: Need, gate: Gate): boolean => open.includes(gate);

const wantsSession = ({ access }: Need): boolean => access.kind === 'signed-in' || access.kind === 'roles';

const isStaff = ({ person }: Visit): boolean => person !== null && isAdminRole(person.role);

const gate =
  (name: Gate, isShut: (visit: Visit) => boolean): Step =>
  (visit, need) =>
    !isOpen(need, name) && isShut(visit) ? name : null;

/** In this order: who asks, then what holds for the site, then what holds for the person. */
const steps: readonly Step[] = [
  ({ session, person }, need) => {
    if (session === 'ended') return 'session-ended';
    return person === null && wantsSession(need) ? 'session-required' : null;
  },
  gate('suspension', ({ isSuspended }) => isSuspended),
  gate('maintenance', (visit) => visit.settings.maintenance_mode && !isStaff(visit)),
  // Staff may be anywhere: a creator who keeps their own country out still works from there.
  gate(
    'area',
    (visit) => isAreaBlockingOn(visit.settings) && !isStaff(visit) && isAreaBlocked(visit.place, visit.settings),
  ),
  gate(
    'age-gate',
    ({ settings, person, isAgeConfirmed }) => settings.show_age_modal && person === null && !isAgeConfirmed,
  ),
  ({ person }) => (person?.isBlocked ? 'block' : null),
  ({ person }, { access }) =>
    access.kind === 'roles' && (person === null || !access.roles.includes(person.role)) ? 'role' : null,
];
