import { toJson, type JsonText } from '@backlot/database/json-text';

import type { MediaRow } from '../features/media/index.ts';
import type { MoneyWorld } from './money-world.ts';
import type { TestPerson } from './people.ts';
import { copyOfReady } from './posting.ts';

/** Columns of a medium that a test sets. */
type MediaChange = Partial<Omit<MediaRow, 'film' | 'variants'>> & { film?: JsonText };

/** The library of luna as its creator uses it. The world may be opened later than this is called. */
export function libraryOf(open: () => MoneyWorld) {
  const creator = (): TestPerson => open().people.luna.model;
  const call = (path: string, body?: unknown, as = creator()) =>
    open().call(`POST /api/media${path}`, { as, body: body ?? {} });
  const list = async (body: Record<string, unknown> = {}, as = creator()) => (await call('/get', body, as)).body;
  const set = (id: string, row: MediaChange) =>
    open().database.tenants.write(open().tenants.luna, (db) => db('media').where({ id }).update(row));
  /** A ready photo with a name and a moment of its own. */
  async function photo(name = 'photo.png', over: MediaChange = {}): Promise<string> {
    const id = await copyOfReady(open(), creator());
    await set(id, { file_name: name, created_at: open().clock.now(), ...over });
    open().clock.advance(1000);
    return id;
  }
  return {
    creator,
    call,
    list,
    ids: async (body: Record<string, unknown> = {}): Promise<string[]> =>
      (await list(body)).data.map((media: { _id: string }) => media._id),
    categories: async (as = creator()) =>
      (await open().call('GET /api/media/category', { as })).body.data as Array<Record<string, any>>,
    newCategory: async (name: string): Promise<string> => (await call('/category', { name })).body.data._id,
    photo,
    film: (name: string): Promise<string> =>
      photo(name, {
        kind: 'video',
        duration_ms: 65_000,
        film: toJson({ renditions: [], mp4: null, sprite: null }),
      }),
  };
}
