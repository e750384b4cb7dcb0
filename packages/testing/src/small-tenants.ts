import { cp, mkdir, readdir } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import sharp from 'sharp';

/** Enough for a phone and for a column, and below what AVIF is made of: all sizes of the whole pictures are a minute of work. */
const WIDEST = 480;

/** Where the sites of a seed are declared. */
export const smallTenantsOf = (seed: string): string => join(seed, 'tenants');

/** Copies `tenants/` beside the seed, with the pictures of its posts made smaller; all else is as it is. */
export async function makeSmallTenants(seed: string): Promise<void> {
  const from = resolve(import.meta.dirname, '../../../tenants');
  const to = smallTenantsOf(seed);
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const file = join(parentPath, name);
        const copy = join(to, file.slice(from.length + 1));
        await mkdir(dirname(copy), { recursive: true });
        if (parentPath.endsWith(join('content', 'media')) && ['.jpg', '.png'].includes(extname(name))) {
          await sharp(file).resize({ width: WIDEST, withoutEnlargement: true }).toFile(copy);
        } else await cp(file, copy);
      }),
  );
}
