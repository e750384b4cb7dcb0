import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isOwnFolder, madeFolder, syncFolder, unlessAbsent, writeWhole } from './disk-files.ts';
import { listPartFiles, placeJoined } from './disk-joined.ts';
import { checkKey, parseStorageKey, type TenantHolder, type TenantKey } from './storage-key.ts';
import type { Multipart, Storage, StoredPart } from './storage.ts';

type MultipartFace = Pick<Storage, 'createMultipart' | 'putPart' | 'listParts' | 'completeMultipart' | 'abortMultipart' | 'listMultiparts'>;

/**
 * Transfers in parts below `<root>/parts/<tenant>/<id>`: `key` and `type` say what it becomes, `<n>.part` are its bytes.
 * `complete` first renames the folder, so that no late part can change what two completions at once, or one after
 * a crash, put together; then the folder becomes the object as it is. `pathOf` says where an object lies, `replaced`
 * takes away what lay there as one file.
 */
export function diskMultipart(root: string, { pathOf, unfinished, replaced }: { pathOf: (key: TenantKey) => string; unfinished: () => string; replaced: (path: string) => Promise<void> }): MultipartFace {
  const listIn = async (folder: string | null): Promise<readonly StoredPart[] | null> => (folder === null ? null : listPartFiles(folder));

  return {
    async createMultipart(key, { contentType }) {
      const upload: Multipart = { key: checkKey(key), id: randomBytes(16).toString('hex') };
      const folder = folderOf(root, upload);
      await madeFolder(root, join(folder, '..'));
      // Under its name only when it is whole.
      const temporary = unfinished();
      await mkdir(temporary, { mode: 0o700 });
      await writeWhole(join(temporary, 'key'), Buffer.from(key), 200);
      await writeWhole(join(temporary, 'type'), Buffer.from(contentType), 200);
      await rename(temporary, folder);
      return upload;
    },

    async putPart(upload, number, source, { maxBytes }) {
      if (!Number.isInteger(number) || number < 1 || number > 10_000) throw new RangeError('not the number of a part');
      const folder = folderOf(root, upload);
      if (!(await isOf(root, folder, upload))) return null;
      const temporary = unfinished();
      try {
        const size = await writeWhole(temporary, source, maxBytes);
        return await unlessAbsent(rename(temporary, join(folder, `${number}.part`)).then(() => ({ size })));
      } finally {
        await rm(temporary, { force: true });
      }
    },

    listParts: async (upload) => unlessAbsent(listIn(await placeOf(root, upload))),

    async completeMultipart(upload, wanted) {
      const sealed = sealedOf(root, upload);
      if (await isOf(root, folderOf(root, upload), upload)) await unlessAbsent(rename(folderOf(root, upload), sealed));
      if (!(await isOf(root, sealed, upload))) return 'absent';
      const parts = await unlessAbsent(listIn(sealed));
      if (parts === null) return 'absent';
      if (!isSame(parts, wanted)) {
        await unlessAbsent(rename(sealed, folderOf(root, upload)));
        return 'changed';
      }
      const path = pathOf(upload.key);
      await madeFolder(root, dirname(path));
      if (!(await placeJoined(sealed, path, unfinished))) return 'absent';
      await replaced(path);
      await syncFolder(dirname(path));
      return 'complete';
    },

    async abortMultipart(upload) {
      for (const folder of [folderOf(root, upload), sealedOf(root, upload)]) {
        if (!(await isOf(root, folder, upload))) continue;
        // Out of the way first: a part that comes now finds no place, instead of filling what is being emptied.
        const gone = unfinished();
        await unlessAbsent(rename(folder, gone));
        await rm(gone, { recursive: true, force: true });
      }
    },

    async listMultiparts(tenant, before) {
      const folder = tenantFolder(root, tenant);
      const names = await isOwnFolder(root, folder) ? await readdir(folder) : [];
      const found = await Promise.all(names.map(async (name): Promise<Multipart | null> => {
        const key = await unlessAbsent(readFile(join(folder, name, 'key'), 'utf8'));
        const began = await unlessAbsent(stat(join(folder, name, 'key')));
        if (key === null || began === null || began.mtime >= before) return null;
        return { key: parseStorageKey(tenant, key), id: name.replace(/-sealed$/, '') };
      }));
      return found.filter((upload) => upload !== null);
    },
  };
}

const tenantFolder = (root: string, { id }: TenantHolder): string => join(root, 'parts', id);

function folderOf(root: string, { key, id }: Multipart): string {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new RangeError('not the id of a transfer');
  return join(tenantFolder(root, { id: checkKey(key).split('/')[0] ?? '' }), id);
}

const sealedOf = (root: string, upload: Multipart): string => `${folderOf(root, upload)}-sealed`;

/** An id alone opens nothing: the transfer must be the one of this key. */
const isOf = async (root: string, folder: string, { key }: Multipart): Promise<boolean> =>
  await isOwnFolder(root, folder) && (await unlessAbsent(readFile(join(folder, 'key'), 'utf8'))) === key;

async function placeOf(root: string, upload: Multipart): Promise<string | null> {
  for (const folder of [folderOf(root, upload), sealedOf(root, upload)]) {
    if (await isOf(root, folder, upload)) return folder;
  }
  return null;
}

const isSame = (parts: readonly StoredPart[], wanted: readonly StoredPart[]): boolean =>
  parts.length > 0 && parts.length === wanted.length
  && parts.every(({ number, size, tag }, at) => number === wanted[at]?.number && size === wanted[at].size && tag === wanted[at].tag);
