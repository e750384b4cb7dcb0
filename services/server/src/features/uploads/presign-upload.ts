import { DomainError, type BodyOf } from '@backlot/contracts';
import type { presignUpload as presignCall } from '@backlot/contracts/uploads';
import { isPhotoType } from '@backlot/domain/limits';
import { maxPhotoBytes, newStorageRandom, signUploadPath } from '@backlot/media';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { addressKeysOf } from './address-keys.ts';
import { insertMedia } from './media-rows.ts';

const GOOD_FOR_MS = 3_600_000;

/** Where uploads are sent to: the signed path lies below it. */
export const uploadBase = '/api';

/**
 * Makes room for one file and an address to send it to. What is announced is refused early; what arrives decides.
 * @throws `media-format`, `file-too-large`, `access-denied` while photos may not be uploaded
 */
export async function presignUpload(ctx: AppContext, tenant: Tenant, actor: Actor, input: BodyOf<typeof presignCall>, now: Date) {
  const { is_photo_upload_enabled: isEnabled } = await ctx.settings.of(tenant);
  if (!isEnabled) throw new DomainError('access-denied');
  const type = input.content_type.toLowerCase();
  // The documents' own client says image/jpg (POST-107).
  if (!isPhotoType(type) && type !== 'image/jpg') throw new DomainError('media-format');
  const fileName = plainName(input.file_name);
  if ((input.size ?? 0) > maxPhotoBytes) throw new DomainError('file-too-large', { name: fileName });
  const id = v7();
  await ctx.database.tenants.write(tenant, (db) => insertMedia(db, {
    id, state: 'waiting', file_name: fileName, created_by: actor.trueAuthor, created_at: now,
    original_random: newStorageRandom(), private_random: newStorageRandom(), public_random: newStorageRandom(),
  }));
  const path = signUploadPath(await addressKeysOf(ctx), { tenant, mediaId: id, maxBytes: maxPhotoBytes, expiresAt: now.getTime() + GOOD_FOR_MS });
  return { id, fileName, path: `${uploadBase}${path}` };
}

/** The last part of a path, without control characters: it is shown in messages, never used as a path. */
export function plainName(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  return last.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim().slice(0, 255) || 'photo';
}
