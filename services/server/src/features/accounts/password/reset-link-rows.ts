import type { IdentityRow, TenantDb } from '@backlot/database';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { AsShared } from '../claim-address.ts';
import { findIdentity } from '../people/identity-rows.ts';
import { isOfferOpen, offeredIdentityOf, resetIdOf } from './reset-links.ts';
import { findUser } from '../people/user-rows.ts';

/** What a link in a mail is for: a forgotten password here, or a login of another site that may be used here too. */
export type Link =
  | { readonly kind: 'reset'; readonly id: string; readonly userId: string }
  | { readonly kind: 'offer'; readonly identity: IdentityRow };

/** An open link of this site, or null. */
export async function findLink(ctx: AppContext, tenant: Tenant, token: string, now: Date): Promise<Link | null> {
  const id = await resetIdOf(ctx.secrets, tenant, token);
  if (id !== null) {
    const row = await ctx.database.tenants.read(tenant, (db) =>
      db('password_resets').where({ id }).whereNull('used_at').where('expires_at', '>', now).first('user_id'),
    );
    return row ? { kind: 'reset', id, userId: row.user_id } : null;
  }
  const identityId = offeredIdentityOf(token);
  // Without the shared login the identity keeps its password, and the link would work again and again.
  const identity =
    identityId === null || !(await ctx.settings.of(tenant)).is_universal_login_enabled
      ? null
      : await ctx.database.shared.read((db) => findIdentity(db, identityId));
  return identity !== null && isOfferOpen(ctx.secrets, tenant, identity, token, now)
    ? { kind: 'offer', identity }
    : null;
}

/** Uses a link up. @returns the address whose mailbox it proves; null when another click was first */
export async function useLink(db: TenantDb, asShared: AsShared, link: Link, now: Date): Promise<string | null> {
  if (link.kind === 'offer') {
    const { id, password_hash, email } = link.identity;
    // The update is the lock: of two clicks at once one finds the password changed.
    const [used] = await asShared((shared) =>
      shared('identities').where({ id, password_hash }).update({ password_changed_at: now }).returning('id'),
    );
    return used ? email : null;
  }
  const [used] = await db('password_resets')
    .where({ id: link.id })
    .whereNull('used_at')
    .where('expires_at', '>', now)
    .update({ used_at: now })
    .returning('user_id');
  if (!used) return null;
  await db('password_resets').where({ user_id: used.user_id }).whereNull('used_at').update({ used_at: now });
  const user = await findUser(db, used.user_id);
  return user === null ? null : (user.former_email_key ?? user.email_key);
}
