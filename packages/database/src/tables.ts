import type { Knex } from 'knex';
import type { JsonText } from './json-text.ts';
import type { TenantId } from './tenant-id.ts';

export interface TenantRow {
  id: TenantId;
  slug: string;
  kind: string;
  status: 'active' | 'suspended';
  remove_after: Date | null;
  canonical_host: string | null;
  cluster_id: string;
  schema_version: number;
  migration_status: 'pending' | 'current' | 'failed';
  migration_error: string | null;
  migrations_digest: string | null;
  locale: string;
  currency: string;
  created_at: Date;
}

export interface TenantHostRow {
  host: string;
  tenant_id: TenantId;
  created_at: Date;
}

export interface IdentityRow {
  id: string;
  /** Lower case. */
  email: string;
  password_hash: string | null;
  /** When the mailbox was proved. */
  proved_at: Date | null;
  /** Sessions of any site that began before are dead. */
  password_changed_at: Date;
  created_at: Date;
}

export interface IdentitySiteRow {
  identity_id: string;
  tenant_id: TenantId;
  user_id: string;
  joined_at: Date;
}

export interface AuditLogRow {
  id: number;
  at: Date;
  actor_identity_id: string | null;
  tenant_id: TenantId | null;
  action: string;
  subject: string | null;
  data: Record<string, unknown>;
}

export interface WebhookPathRow {
  path: string;
  tenant_id: TenantId;
  created_at: Date;
}

export interface OutboxRow {
  id: number;
  tenant_id: TenantId;
  recipient: string;
  event: string;
  data: unknown;
  seq: number | null;
  created_at: Date;
}

export interface ThrottleRow {
  tenant_id: TenantId;
  key: string;
  tries: number;
  until: Date;
}

export interface LevelRow {
  key: string;
  empty_at: number;
  leak_ms: number;
  added_ms: number;
}

/** A table's types for knex: all columns when read, any when written; JSON as text (`toJson`). */
export type TableOf<Row> = Knex.CompositeTableType<Row, Written<Row>, Written<Row>>;
type Written<Row> = { [Column in keyof Row]?: Row[Column] | (IsJson<Row[Column]> extends true ? JsonText : never) };
type IsJson<Value> = Exclude<Value, Scalar | undefined> extends never ? false : true;
type Scalar = string | number | bigint | boolean | Date | Uint8Array | null;

declare module 'knex/types/tables.js' {
  interface Tables {
    tenants: TableOf<TenantRow>;
    tenant_hosts: TableOf<TenantHostRow>;
    identities: TableOf<IdentityRow>;
    identity_sites: TableOf<IdentitySiteRow>;
    audit_log: TableOf<AuditLogRow>;
    webhook_paths: TableOf<WebhookPathRow>;
    outbox: TableOf<OutboxRow>;
    throttles: TableOf<ThrottleRow>;
    levels: TableOf<LevelRow>;
  }
}
