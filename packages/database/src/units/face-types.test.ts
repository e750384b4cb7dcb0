import { expect, it } from 'vitest';
import type { SharedDb, TenantDb } from './face.ts';
import type { TenantId } from '../tenant-id.ts';
import type { NoteWorld } from '../testing/note-world.ts';

// Checked by the compiler: an expectation that no longer holds is an error of its own.
export function wrongHandles(tenantDb: TenantDb, sharedDb: SharedDb, { database }: NoteWorld): unknown {
  const wantsTenant = (db: TenantDb) => db;
  const wantsShared = (db: SharedDb) => db;
  return [
    // @ts-expect-error a shared handle is not a tenant's
    () => wantsTenant(sharedDb),
    // @ts-expect-error a tenant's handle is not the shared one
    () => wantsShared(tenantDb),
    // @ts-expect-error text is not a tenant id
    () => database.tenants.read({ id: 'abcdefghijkl' }, async () => 1),
    // @ts-expect-error an id is not a tenant
    () => database.tenants.read('abcdefghijkl' as TenantId, async () => 1),
    // @ts-expect-error a table that nobody declared
    () => tenantDb('no_such_table'),
    // @ts-expect-error a column that the table does not have
    () => tenantDb('test_notes').insert({ nothing: 1 }),
    // @ts-expect-error a schema is never named by hand
    () => tenantDb('tenant_abc.test_notes'),
    // @ts-expect-error a handle has no transactions of its own making
    () => tenantDb.transaction(async () => 1),
    () => tenantDb.savepoint(async (inner) => wantsTenant(inner)),
  ];
}

it('handles of tenants and of the shared schema do not convert into each other', () => {
  expect(wrongHandles).toBeTypeOf('function');
});
