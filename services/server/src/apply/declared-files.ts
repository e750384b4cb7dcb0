import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { keepPublicFile, type PublicFileType } from '../features/media/index.ts';
import type { AppContext } from '../context.ts';
import { OperatorError } from '../process/operator-error.ts';
import type { Tenant } from '../sites/tenant.ts';

const types: Readonly<Record<string, PublicFileType>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

/** Pictures that a declaration names (`brand/hero.jpg`) become addresses of the site; everything else stays. */
export async function withFilesKept(
  ctx: Pick<AppContext, 'storage'>,
  tenant: Tenant,
  folder: string,
  value: unknown,
): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => withFilesKept(ctx, tenant, folder, item)));
  if (typeof value !== 'string' || !/^(?:brand|content)\/[\w./-]+$/.test(value)) return value;
  const path = resolve(folder, value);
  if (!path.startsWith(folder + sep)) throw new OperatorError(`${value} lies outside ${folder}.`);
  const contentType = types[extname(path).toLowerCase()];
  if (!contentType) throw new OperatorError(`${value} is no picture or film that a site can show.`);
  const bytes = await readFile(path).catch(() => {
    throw new OperatorError(`${join(folder, value)} is named but does not exist.`);
  });
  const name =
    value
      .split('/')
      .at(-1)!
      .replace(/\.\w+$/, '')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 24) || 'file';
  return keepPublicFile(ctx, tenant, { bytes, contentType, name });
}
