import type { TenantId, TenantRecord } from '@backlot/database';
import { tenantKey as keyOf, type TenantKey } from '@backlot/realtime/tenant-key';

/** A tenant as requests and jobs carry it. */
export type Tenant = TenantRecord;

export type { TenantKey };

export const tenantKey: (tenant: { readonly id: TenantId }, ...parts: readonly string[]) => TenantKey = keyOf;
