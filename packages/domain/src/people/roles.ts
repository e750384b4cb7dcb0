/** The roles that are stored, in no order (ROLE-11). `proxy_user` marks a proxy session; no account has it. */
export const storedRoles = [
  'user',
  'content_manager',
  'model',
  'admin',
  'support',
  'sub_admin',
  'live_stream_manager',
  'proxy_user',
] as const;
export type StoredRole = (typeof storedRoles)[number];

/** First match wins (ROLE-10). A person holds one role, but answers of merged accounts may name several. */
export const computedRoleOrder = [
  'content_manager',
  'model',
  'admin',
  'support',
  'sub_admin',
  'live_stream_manager',
] as const satisfies readonly StoredRole[];
export type ComputedRole = (typeof computedRoleOrder)[number] | 'user';

/** What routes are guarded by: the computed role, or `proxy_user` while staff act as a fan. */
export type GuardRole = ComputedRole | 'proxy_user';

export type SubscriptionStatus = '0' | '1' | '2';
export type ViewerRole =
  | 'guest'
  | 'user'
  | 'subscriber'
  | 'admin'
  | 'super_admin'
  | 'content_manager'
  | 'live_stream_manager';
export type MenuRole = 'guest' | 'user' | 'subscriber' | 'admin' | 'super_admin';

/** A person as rules need them; `null` is a guest (ROLE-02). */
export interface Person {
  readonly role: StoredRole;
  /** `ccbillSubscriptionStatus` of the wire, already brought up to date by `statusAt`. */
  readonly status: SubscriptionStatus;
  /** Staff acting as this person (a token with `act` and `sub`). */
  readonly isProxy?: boolean;
}
export type Viewer = Person | null;

const adminRoles: ReadonlySet<string> = new Set(computedRoleOrder);

export const isStoredRole = (value: unknown): value is StoredRole =>
  typeof value === 'string' && (storedRoles as readonly string[]).includes(value);

export function computedRole(role: StoredRole | readonly StoredRole[]): ComputedRole {
  const held: readonly string[] = typeof role === 'string' ? [role] : role;
  return computedRoleOrder.find((candidate) => held.includes(candidate)) ?? 'user';
}

/** All roles but `user` and `proxy_user`: what the wire calls `isAdmin`. */
export const isAdminRole = (role: StoredRole): boolean => adminRoles.has(role);

/** Staff acting as a fan see what the fan sees, so a proxy session is never an admin. */
export const isAdmin = (viewer: Viewer): boolean => viewer !== null && !viewer.isProxy && isAdminRole(viewer.role);

/** ROLE-05: statuses 1 and 2. */
export const isSubscribed = (status: string | null | undefined): boolean => status === '1' || status === '2';

export function guardRole(person: Person): GuardRole {
  return person.isProxy || person.role === 'proxy_user' ? 'proxy_user' : computedRole(person.role);
}

/** ROLE-09. The creator, sub_admin and support are `admin`; role admin is `super_admin`. */
export function viewerRole(viewer: Viewer): ViewerRole {
  if (viewer === null) return 'guest';
  if (!isAdmin(viewer)) return isSubscribed(viewer.status) ? 'subscriber' : 'user';
  if (viewer.role === 'content_manager' || viewer.role === 'live_stream_manager') return viewer.role;
  return viewer.role === 'admin' ? 'super_admin' : 'admin';
}

/** ROLE-12 to ROLE-15: which of the five links menus a viewer gets. */
export function menuRole(viewer: Viewer): MenuRole {
  const role = viewerRole(viewer);
  return role === 'content_manager' || role === 'live_stream_manager' ? 'admin' : role;
}
