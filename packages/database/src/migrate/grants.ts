import { quoteIdentifier as q, type RoleNames } from './role-names.ts';
import type { MigrationFile } from './migration-files.ts';

/**
 * What the shared role, the tenants' roles and the queue's role may do in schema `shared`.
 * Tenants' roles get nothing of their own here (3,000 entries in one access list would cost
 * every catalog look-up): what they may call is open to all and itself looks who calls.
 */
export function sharedGrants(names: RoleNames, files: readonly MigrationFile[]): string {
  const asQueue = files.flatMap((file) => file.directives.asQueue).map((name) => `shared.${q(name)}`);
  const dropped = new Set(files.flatMap((file) => file.directives.dropped));
  const forTenants = files
    .flatMap((file) => file.directives.forTenants)
    .filter((name) => !dropped.has(name))
    .map((name) => `shared.${q(name)}`);
  return [
    'grant usage on schema shared to public',
    // A function's new owner must be allowed to create in its schema at that moment.
    `grant create on schema shared to ${q(names.queue)}`,
    ...asQueue.map((name) => `alter function ${name} owner to ${q(names.queue)}`),
    `revoke create on schema shared from ${q(names.queue)}`,
    'revoke execute on all functions in schema shared from public',
    `grant execute on all functions in schema shared to ${q(names.shared)}`,
    ...forTenants.map((name) => `grant execute on function ${name} to public`),
    ...tableGrants(names.shared, files),
    `revoke insert, update, delete on shared.migrations, shared.tenant_migrations from ${q(names.shared)}`,
  ].join(';\n');
}

function tableGrants(role: string, files: readonly MigrationFile[]): string[] {
  const tables = (listed: 'appendOnly' | 'readOnly') =>
    files.flatMap((file) => file.directives[listed]).map((name) => `shared.${q(name)}`);
  const appendOnly = tables('appendOnly');
  const readOnly = tables('readOnly');
  return [
    `grant select, insert, update, delete on all tables in schema shared to ${q(role)}`,
    `grant usage on all sequences in schema shared to ${q(role)}`,
    ...(appendOnly.length > 0 ? [`revoke update, delete on ${appendOnly.join(', ')} from ${q(role)}`] : []),
    ...(readOnly.length > 0 ? [`revoke insert, update, delete on ${readOnly.join(', ')} from ${q(role)}`] : []),
  ];
}
