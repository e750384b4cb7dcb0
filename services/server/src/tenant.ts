import type { TenantId } from '@backlot/database';

/** A tenant as requests and jobs carry it. */
export interface Tenant {
  readonly id: TenantId;
  readonly slug: string;
  readonly kind: 'general' | 'adult';
  readonly status: 'active' | 'suspended';
  readonly canonicalHost: string;
  readonly hosts: readonly string[];
  readonly locale: string;
  readonly currency: string;
}

declare const tenantKeyBrand: unique symbol;
/** A cache, bus, room or throttle key that names its tenant. Without one it does not compile. */
export type TenantKey = string & { readonly [tenantKeyBrand]: true };

export const tenantKey = (tenant: { readonly id: TenantId }, ...parts: readonly string[]): TenantKey =>
  [tenant.id, ...parts].join(':') as TenantKey;
