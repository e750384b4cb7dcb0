import type { TenantDb } from '@backlot/database';
import { withOwner } from '@backlot/database/owner';
import { tenantSchema } from '@backlot/database/tenant-id';
import { v7 } from 'uuid';
import { bookSale } from '../../src/features/ledger/index.ts';
import type { World } from '../../src/testing/world.ts';

/** Luna's database as somebody has it who has nothing else; `SCHEMA` stands for the site's. */
export const ownerOf = (open: () => World) => (text: string, values?: unknown[]) =>
  withOwner(open().databaseUrl, (owner) =>
    owner.query(text.replaceAll('SCHEMA', `"${tenantSchema(open().tenants.luna.id)}"`), values),
  );

/** A sale in the books, of nothing in particular. */
export const bookAnySale = (db: TenantDb, userId: string): Promise<string> =>
  bookSale(db, 'post_revenue', {
    attemptId: v7(),
    provider: 'sandbox',
    userId,
    amountMinor: 900,
    currency: 'USD',
    at: new Date('2026-01-31T12:00:00Z'),
  });
