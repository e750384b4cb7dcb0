import { storageKey } from '@backlot/media';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';

const types = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'image/x-icon',
  'video/mp4',
  'video/webm',
] as const;
export type PublicFileType = (typeof types)[number];
const MAX_BYTES = 50_000_000;

/**
 * Keeps a picture or film of the site's look (logo, banner, icon) and answers its path. The path follows from the
 * bytes: the same file again is nothing new, and caches may keep it for ever.
 * `name` is 1 to 24 of a–z and 0–9 and not `blur`.
 */
export async function keepPublicFile(
  ctx: Pick<AppContext, 'storage'>,
  tenant: Pick<Tenant, 'id'>,
  file: { bytes: Buffer; contentType: PublicFileType; name: string },
): Promise<string> {
  if (file.name === 'blur') throw new RangeError('the name blur belongs to posts');
  if (!types.includes(file.contentType)) throw new RangeError(`not a type of a public file: ${file.contentType}`);
  const random = createHash('sha256').update(file.bytes).digest('hex').slice(0, 32);
  const key = storageKey(tenant, 'public', random, file.name);
  if ((await ctx.storage.stat(key)) === null)
    await ctx.storage.put(key, file.bytes, { contentType: file.contentType, maxBytes: MAX_BYTES });
  return `/media/public/${random}/${file.name}`;
}
