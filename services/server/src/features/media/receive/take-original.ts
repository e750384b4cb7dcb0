import type { TenantDb } from '@backlot/database';
import { newStorageRandom, sniff, storageKey } from '@backlot/media';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findDeclared, insertMedia, type NewMedia } from '../media-rows.ts';
import { processFilmLater } from '../make/process-film.ts';

/** A file that is declared for a site, its bytes known. */
export interface DeclaredFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

export async function readDeclared(path: string): Promise<DeclaredFile> {
  const bytes = await readFile(path);
  return { path, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** An original whose bytes are in the store; `isNew` until its row is written. */
export interface TakenOriginal {
  readonly id: string;
  readonly isNew: boolean;
  readonly row: NewMedia | null;
}

/**
 * Stores the bytes of declared files, once each: the same file of an earlier time or of another post is that medium.
 * `madeAt`: when they came into the library, as if somebody had uploaded them for the post that declares them first.
 */
export async function takeOriginals(
  ctx: AppContext,
  tenant: Tenant,
  files: readonly DeclaredFile[],
  madeAt: Date,
): Promise<TakenOriginal[]> {
  const known = new Map(
    await ctx.database.tenants.read(tenant, (db) =>
      findDeclared(
        db,
        files.map(({ sha256 }) => sha256),
      ),
    ),
  );
  const taken: TakenOriginal[] = [];
  for (const file of files) {
    const id = known.get(file.sha256);
    taken.push(id === undefined ? await takeOriginal(ctx, tenant, file, madeAt) : { id, isNew: false, row: null });
    known.set(file.sha256, taken.at(-1)?.id ?? '');
  }
  return taken;
}

async function takeOriginal(ctx: AppContext, tenant: Tenant, file: DeclaredFile, madeAt: Date): Promise<TakenOriginal> {
  const seen = sniff(file.bytes);
  if (seen.kind === 'refused') throw new Error(`${file.path} is no photo and no film.`);
  const now = ctx.clock.now();
  const random = newStorageRandom();
  await ctx.storage.put(storageKey(tenant, 'original', random), file.bytes, {
    contentType: 'application/octet-stream',
    maxBytes: file.bytes.length,
  });
  const id = v7();
  return {
    id,
    isNew: true,
    row: {
      id,
      kind: seen.kind,
      state: 'processing',
      file_name: basename(file.path),
      created_by: null,
      created_at: madeAt < now ? madeAt : now,
      received_at: now,
      original_random: random,
      private_random: newStorageRandom(),
      public_random: newStorageRandom(),
      size: file.bytes.length,
      sha256: file.sha256,
    },
  };
}

/** Writes the row, with the transaction. A film is then on its way; `place`: from 0 for what people see first. */
export async function registerOriginal(db: TenantDb, { row }: TakenOriginal, place: number): Promise<void> {
  if (row === null) return;
  await insertMedia(db, row);
  if (row.kind === 'video') await processFilmLater(db, { mediaId: row.id, declaredPlace: place });
}
