import { storageKey, type Storage, type TenantKey } from '@backlot/media/storage/storage';
import { createHash } from 'node:crypto';
import type { Tenant } from '../../../sites/tenant.ts';
import type { SealRow } from './seal-rows.ts';

const family = createHash('sha256').update('heads of the books').digest('hex').slice(0, 32);

/** Named by its head: after a restore, other seals of the same numbers stand beside it. Never served. */
const keyOf = (tenant: Tenant, { number, head }: SealRow): TenantKey =>
  storageKey(tenant, 'original', family, `${number}x${head.toString('hex').slice(0, 16)}`);

/** Keeps a head where the database's owner cannot rewrite it with a statement; once. */
export async function keepHead(storage: Storage, tenant: Tenant, seal: SealRow): Promise<void> {
  const key = keyOf(tenant, seal);
  if ((await storage.stat(key)) !== null) return;
  const text = `${seal.number} ${seal.day} ${seal.transactionCount} ${seal.head.toString('hex')}\n`;
  await storage.put(key, Buffer.from(text), { contentType: 'text/plain', maxBytes: 1_000 });
}

export const isHeadKept = async (storage: Storage, tenant: Tenant, seal: SealRow): Promise<boolean> =>
  (await storage.stat(keyOf(tenant, seal))) !== null;
