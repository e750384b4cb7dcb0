import { storageKey, type Storage, type TenantKey } from '@backlot/media/storage/storage';
import { createHash } from 'node:crypto';
import { text as textIn } from 'node:stream/consumers';
import type { Tenant } from '../../../sites/tenant.ts';
import type { SealRow } from './seal-rows.ts';

const family = createHash('sha256').update('heads of the books').digest('hex').slice(0, 32);

/** One a number, never written again: what the database says later changes nothing here. Never served. */
const keyOf = (tenant: Tenant, number: number): TenantKey => storageKey(tenant, 'original', family, `${number}`);

/** As the version before names them and looks for them: by their head, so that several of one number may stand there. */
const formerKeyOf = (tenant: Tenant, { number, head }: SealRow): TenantKey =>
  storageKey(tenant, 'original', family, `${number}x${head.toString('hex').slice(0, 16)}`);

const textOf = ({ number, day, transactionCount, head }: SealRow): string =>
  `${number} ${day} ${transactionCount} ${head.toString('hex')}\n`;

/** Keeps a head where the database's owner cannot rewrite it with a statement; the first of each number, once. */
export async function keepHead(storage: Storage, tenant: Tenant, seal: SealRow): Promise<void> {
  if (await isAnyHeadKept(storage, tenant, seal.number)) return;
  for (const key of [formerKeyOf(tenant, seal), keyOf(tenant, seal.number)])
    await storage.put(key, Buffer.from(textOf(seal)), { contentType: 'text/plain', maxBytes: 1_000 });
}

/** Whether the head that is kept of a seal's number is the seal's own. One under its former name alone gets the new one. */
export async function isHeadKept(storage: Storage, tenant: Tenant, seal: SealRow): Promise<boolean> {
  const kept = await storage.open(keyOf(tenant, seal.number));
  if (kept !== null) return (await textIn(kept.stream)) === textOf(seal);
  if ((await storage.stat(formerKeyOf(tenant, seal))) === null) return false;
  await keepHead(storage, tenant, seal);
  return true;
}

/** Whether a seal of this number was ever made and kept, whatever the database says of it now. */
export const isAnyHeadKept = async (storage: Storage, tenant: Tenant, number: number): Promise<boolean> =>
  (await storage.stat(keyOf(tenant, number))) !== null;

/**
 * Forgets the heads from a number on, which seals had that a restore took away; for whoever restored it, by a command alone.
 * @returns how many there were
 */
export async function forgetHeads(storage: Storage, tenant: Tenant, from: number): Promise<number> {
  let number = from;
  while (await isAnyHeadKept(storage, tenant, number)) number += 1;
  // The last one first: interrupted, no gap hides those behind it.
  for (let last = number - 1; last >= from; last -= 1) await storage.remove(keyOf(tenant, last));
  return number - from;
}
