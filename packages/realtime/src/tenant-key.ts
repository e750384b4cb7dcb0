declare const tenantKeyBrand: unique symbol;
/** A cache, bus, room or throttle key that names its tenant. Without one it does not compile. */
export type TenantKey = string & { readonly [tenantKeyBrand]: true };

export const tenantKey = (tenant: { readonly id: string }, ...parts: readonly string[]): TenantKey =>
  [tenant.id, ...parts].join(':') as TenantKey;
