import { DomainError, type BodyOf } from '@backlot/contracts';
import type * as calls from '@backlot/contracts/uploads-work';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { mediaToRemake, remakeMedia, retryFilm, type MediaRow } from '../../media/index.ts';
import { filesOfPost } from '../post-rows.ts';

/** Makes the blurs of a post or a file again. @throws `not-found`, `refresh-blur-error` when nothing of it is ready */
export async function refreshBlur(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: BodyOf<typeof calls.refreshBlur>,
  now: Date,
): Promise<MediaRow[]> {
  const { files, preview } = await subjectOf(ctx, tenant, input);
  const made = await remakeMedia(
    ctx,
    tenant,
    [...new Set([...files, ...(preview ? [preview] : [])])],
    { isBlurAnew: true },
    actor.trueAuthor,
    now,
  );
  if (made.length === 0) throw new DomainError('refresh-blur-error');
  return made;
}

/** Turns one photo of a post or a file (POST-102). @throws `not-found`, `rotate-error` for films and for what is not ready */
export async function rotateImage(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: BodyOf<typeof calls.rotateImage>,
  now: Date,
): Promise<MediaRow> {
  const { files } = await subjectOf(ctx, tenant, input);
  const id = files[input.imageIndex ?? 0];
  const media = id === undefined ? null : await ctx.database.tenants.read(tenant, (db) => mediaToRemake(db, id));
  if (id === undefined || media === null) throw new DomainError('not-found');
  if (media.kind !== 'photo') throw new DomainError('rotate-error');
  const [made] = await remakeMedia(ctx, tenant, [id], { turn: input.rotate_angle }, actor.trueAuthor, now);
  if (!made) throw new DomainError('rotate-error');
  return made;
}

/** Tries the films of a post or a file again that failed or take too long (DECISIONS 34). @throws `not-found`, `video-process-error` when there is none */
export async function retryFilms(
  ctx: AppContext,
  tenant: Tenant,
  input: BodyOf<typeof calls.sendVideoProcessRequest>,
  now: Date,
): Promise<void> {
  const id = input.id ?? input.udid;
  if (id === undefined) throw new DomainError('invalid-request', {}, { fields: [{ field: 'id', code: 'required' }] });
  const { files, preview } = await subjectOf(ctx, tenant, { id, type: input.videoFrom ?? 'blog' });
  const asked: boolean[] = [];
  for (const mediaId of new Set([...files, ...(preview ? [preview] : [])]))
    asked.push(await retryFilm(ctx, tenant, mediaId, now));
  if (!asked.includes(true)) throw new DomainError('video-process-error');
}

async function subjectOf(
  ctx: AppContext,
  tenant: Tenant,
  { id, type }: { id: string; type: 'blog' | 'media' },
): Promise<{ files: readonly string[]; preview: string | null }> {
  const found = await ctx.database.tenants.read(tenant, async (db) => {
    if (type === 'media') return (await mediaToRemake(db, id)) && { files: [id], preview: null };
    return (await db('posts').where({ id }).whereNull('deleted_at').first('id')) && filesOfPost(db, id);
  });
  if (!found) throw new DomainError('not-found');
  return found;
}
