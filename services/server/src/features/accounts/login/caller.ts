import { addressKey } from '../../../session/address-key.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { Caller } from './fair-semaphore.ts';

/** Whose share of the process's slow work a login takes. */
export const callerOf = (tenant: Tenant, address: string): Caller => ({ site: tenant.id, line: addressKey(address) });
