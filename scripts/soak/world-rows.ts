import type { Database, TenantDb } from '@backlot/database';
import { toJson } from '@backlot/database/json-text';
import { newStorageRandom, storageKey, type Storage } from '@backlot/media';
import { bookSale } from '@backlot/server/features/ledger/index';
import { insertMembership } from '@backlot/server/testing/posting';
import { v7 } from 'uuid';
import { stamped } from './marks.ts';
import { leastMinor, type Person, type Post, type Site } from './model.ts';

const dayMs = 86_400_000;

/** The site's posts, each with one picture whose bytes say whose they are. */
export async function addPosts(database: Database, storage: Storage, site: Site): Promise<void> {
  const now = new Date(Date.now() - dayMs);
  for (const post of site.posts) {
    const random = newStorageRandom();
    const bytes = Buffer.from(`${post.mediumWord} `.repeat(40));
    for (const { name, contentType } of variants)
      await storage.put(storageKey(site.tenant, 'private', random, name), bytes, { contentType, maxBytes: 10_000 });
    await database.tenants.write(site.tenant, async (db) => {
      await db('media').insert(mediumRow(post, random, bytes.length, now));
      await db('posts').insert({
        id: post.id,
        title: stamped(post.title.word, 0),
        caption: stamped(post.caption.word, 0),
        visibility: post.visibility,
        amount_minor: post.price === null ? null : leastMinor,
        currency: 'USD',
        private_blur: post.visibility !== 'public',
        caption_blur: post.visibility !== 'public',
        publish_at: new Date(now.getTime() - post.index * 60_000),
        photo_count: 1,
        created_at: now,
      });
      await db('post_media').insert({ post_id: post.id, media_id: post.mediumId, position: 0, is_preview: false });
    });
  }
}

const variants = [
  { name: 'w320', width: 320, height: 320, contentType: 'image/webp' },
  { name: 'thumb', width: 160, height: 160, contentType: 'image/webp' },
] as const;

const mediumRow = (post: Post, random: string, bytes: number, now: Date) => ({
  id: post.mediumId,
  kind: 'photo' as const,
  state: 'ready' as const,
  file_name: 'a.webp',
  original_random: newStorageRandom(),
  private_random: random,
  public_random: newStorageRandom(),
  size: bytes,
  sha256: post.mediumWord,
  width: 320,
  height: 320,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  dominant_color: '#888888',
  variants: toJson(variants.map((variant) => ({ ...variant, bytes }))),
  created_at: now,
  received_at: now,
  settled_at: now,
});

/** An account, of a login that it has in common with other sites where that is so, with what it may come to be or buy. */
export async function addPerson(database: Database, person: Person, hash: string, isUniversal: boolean): Promise<void> {
  const { id, site, identity, role, name } = person;
  const now = new Date(Date.now() - dayMs);
  const login = { password_changed_at: now, created_at: now };
  if (isUniversal)
    await database.shared.write(async (db) => {
      await db('identities')
        .insert({ id: identity.id, email: identity.email, password_hash: hash, proved_at: now, ...login })
        .onConflict('id')
        .ignore();
      await db('identity_sites').insert({
        identity_id: identity.id,
        tenant_id: site.tenant.id,
        user_id: id,
        joined_at: now,
      });
    });
  await database.tenants.write(site.tenant, async (db) => {
    await db('users').insert({
      id,
      ...(isUniversal ? { identity_id: identity.id } : { password_hash: hash }),
      email: identity.email,
      email_key: identity.email,
      name: stamped(name.word, 0),
      role,
      ...login,
      email_proved_at: now,
    });
    if (person.membership !== null) await addMembership(db, id, person.membership.last % 2 === 1, now);
    for (const index of person.holds.keys()) await addHold(db, id, site.posts[index]!, now);
  });
}

async function addMembership(db: TenantDb, userId: string, isMember: boolean, now: Date): Promise<void> {
  await insertMembership(db, userId, now, new Date(now.getTime() + 300 * dayMs));
  if (!isMember)
    await db('subscriptions').where({ user_id: userId }).update({ ended_at: now, status: '0', status_until: null });
}

/** What was bought and given back: it is open again once nobody says that it is not. */
async function addHold(db: TenantDb, userId: string, post: Post, now: Date): Promise<void> {
  const transaction = await bookSale(db, 'post_revenue', {
    attemptId: v7(),
    provider: 'sandbox',
    userId,
    amountMinor: 2000,
    currency: 'USD',
    at: now,
  });
  await db('entitlements').insert({
    id: v7(),
    user_id: userId,
    kind: 'post',
    content_id: post.id,
    cause_transaction_id: transaction,
    granted_at: now,
    revoked_at: now,
    revoke_reason: 'refund',
  });
}
