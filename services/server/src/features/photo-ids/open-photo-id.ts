import { DomainError } from '@backlot/contracts';
import { doors } from '@backlot/contracts/http/doors';
import type { FastifyInstance } from 'fastify';
import { buffer } from 'node:stream/consumers';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { newOpening, requireShown } from '../../joints/openings.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findOpening, findPhotoId, insertOpening, type PhotoIdRow } from './photo-id-rows.ts';
import { photoIdKey, sealedNameOf } from './photo-id-key.ts';
import { openDocument } from './seal-document.ts';

/** Records who opens a photo id, and answers the address of this one opening. @throws `not-found` also for one that is deleted */
export async function openPhotoId(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  id: string,
  now: Date,
): Promise<{ address: string; type: 'picture' | 'pdf' }> {
  const opening = newOpening(actor, now);
  return ctx.database.tenants.write(tenant, async (db) => {
    const row = await findPhotoId(db, id);
    if (row === null || row.sealed_key === null) throw new DomainError('not-found');
    await insertOpening(db, { ...opening, photo_id: id });
    return { address: doors.photoId.path.replace(':opening', opening.id), type: typeOf(row) };
  });
}

export const typeOf = ({ content_type: type }: Pick<PhotoIdRow, 'content_type'>): 'picture' | 'pdf' =>
  type === 'application/pdf' ? 'pdf' : 'picture';

/** Serves the document of an opening to whoever opened it. */
export function mountPhotoIds(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: { opening: string } }>(
    doors.photoId.path,
    { config: { door: doors.photoId } },
    async (request, reply) => {
      if (!('tenant' in request.site) || request.actor === null) throw new DomainError('not-found');
      const { row, bytes } = await readOpened(ctx, request.site.tenant, request.actor, request.params.opening);
      const isPdf = typeOf(row) === 'pdf';
      return (
        reply
          .header('content-type', row.content_type)
          .header('cache-control', 'private, no-store')
          // A PDF may run scripts: no browser is to show it at an address of the site.
          .header(
            'content-disposition',
            isPdf ? 'attachment; filename="photo-id.pdf"' : 'inline; filename="photo-id.jpg"',
          )
          .send(bytes)
      );
    },
  );
}

async function readOpened(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  openingId: string,
): Promise<{ row: PhotoIdRow; bytes: Buffer }> {
  const now = ctx.clock.now();
  const row = await ctx.database.tenants.read(tenant, async (db) => {
    const opening = requireShown(await findOpening(db, openingId), actor, now);
    return findPhotoId(db, opening.photo_id);
  });
  if (row === null || row.sealed_key === null) throw new DomainError('not-found');
  const object = await ctx.storage.open(photoIdKey(tenant, row.storage_random));
  if (object === null) throw new DomainError('not-found');
  const key = Buffer.from(ctx.secrets.unseal(row.sealed_key), 'base64');
  return { row, bytes: openDocument(await buffer(object.stream), key, sealedNameOf(tenant, row.id)) };
}
