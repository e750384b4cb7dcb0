import type { TableOf, TenantDb } from '@backlot/database';
import { filmObjectNames, photoVariantNames } from '@backlot/media';
import { v7 } from 'uuid';
import type { MediaRow } from './media-rows.ts';

export interface MediaLeftoverRow { id: string; private_random: string; public_random: string; names: readonly string[]; left_at: Date }

declare module 'knex/types/tables.js' {
  interface Tables {
    media_leftovers: TableOf<MediaLeftoverRow>;
  }
}

/** Names of all objects that a medium of this kind may have beside its original: `blur` is public, the others private. */
export const objectNamesOf = (kind: MediaRow['kind']): readonly string[] =>
  (kind === 'video' ? filmObjectNames : [...photoVariantNames, 'manifest']);

/** With the transaction that gives the medium others: its objects so far are removed a day later. */
export async function leaveObjects(db: TenantDb, media: Pick<MediaRow, 'kind' | 'private_random' | 'public_random'>, now: Date, names: readonly string[] = objectNamesOf(media.kind)): Promise<void> {
  await db('media_leftovers').insert({ id: v7(), private_random: media.private_random, public_random: media.public_random, names: [...names], left_at: now });
}

export const listLeftovers = async (db: TenantDb, before: Date, limit: number): Promise<MediaLeftoverRow[]> =>
  await db('media_leftovers').where('left_at', '<', before).orderBy('left_at').limit(limit);

export const forgetLeftover = async (db: TenantDb, id: string): Promise<void> => {
  await db('media_leftovers').where({ id }).delete();
};
