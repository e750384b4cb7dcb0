import type { StoredRole } from '@backlot/contracts';
import { dayMs } from '@backlot/domain/formats/when';
import type { AppContext } from '../context.ts';
import { importPeople } from '../features/accounts/index.ts';
import type { Tenant } from '../sites/tenant.ts';

export interface DeclaredPerson {
  readonly email: string;
  readonly name: string;
  readonly role: StoredRole;
  /** In the clear: demo people only, never in production. Without one nobody can log in. */
  readonly password?: string;
  readonly joinedDaysAgo?: number;
}

/** The demo people of a site. @returns user ids by address */
export function applyPeople(
  ctx: AppContext,
  tenant: Tenant,
  people: readonly DeclaredPerson[],
): Promise<ReadonlyMap<string, string>> {
  const now = ctx.clock.now().getTime();
  return importPeople(
    ctx,
    tenant,
    people.map(({ email, name, role, password = null, joinedDaysAgo = 100 }) => ({
      email,
      name,
      role,
      password,
      joinedAt: new Date(now - joinedDaysAgo * dayMs),
    })),
  );
}
