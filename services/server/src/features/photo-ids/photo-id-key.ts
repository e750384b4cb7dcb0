import { storageKey, type TenantKey } from '@backlot/media';
import type { Tenant } from '../../sites/tenant.ts';

/** Where a photo id lies in the store. */
export const photoIdKey = (tenant: Tenant, random: string): TenantKey =>
  storageKey(tenant, 'original', random, 'photoid');

/** What a sealed photo id is bound to. */
export const sealedNameOf = (tenant: Tenant, id: string): string => `${tenant.id}/${id}`;
