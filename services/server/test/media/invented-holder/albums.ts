import { defineCall, Id, only, Text } from '@backlot/contracts/http/call';
import type { TableOf } from '@backlot/database';
import type { MediaLevel } from '@backlot/media';
import { Type } from 'typebox';
import { route } from '../../../src/call-route.ts';
import type { Feature } from '../../../src/feature.ts';
import { lockMediaStates } from '../../../src/features/media/index.ts';
import type { MediaHolder } from '../../../src/joints/media-holder.ts';

/** A feature that the product does not have: albums of one medium each, shown to people who are named. */
interface AlbumRow {
  id: string;
  title: string;
  media_id: string;
  /** What each person may have of it, by their id. */
  guests: Record<string, MediaLevel>;
  state: 'waiting' | 'ready' | 'failed';
  made_at: Date;
  removed_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    test_albums: TableOf<AlbumRow>;
  }
}

export const createAlbums = (schema: string): string => `
  create table "${schema}".test_albums (
    id uuid primary key, title text not null, media_id uuid not null references "${schema}".media (id), guests jsonb not null,
    state text not null, made_at timestamptz not null, removed_at timestamptz);
  grant select, insert, update on "${schema}".test_albums to public`;

const makeAlbum = defineCall({
  method: 'POST',
  path: '/api/albums',
  access: only('model'),
  summary: 'Shows a file to some people.',
  body: Type.Object({
    id: Id,
    title: Text(100),
    mediaId: Id,
    guests: Type.Record(Type.String(), Type.Unsafe<MediaLevel>(Type.String())),
  }),
  errors: ['not-found'],
});

const albumsAsHolder: MediaHolder = {
  name: 'albums',
  async visibleTo(db, viewer, mediaIds) {
    const albums = await db('test_albums')
      .whereIn('media_id', [...mediaIds])
      .whereNull('removed_at');
    return new Map(
      albums.flatMap(({ media_id: mediaId, guests }) => {
        const level = viewer === null ? undefined : guests[viewer.userId];
        return level ? [[mediaId, { level }] as const] : [];
      }),
    );
  },
  async settled(db, { id, isReady }) {
    await db('test_albums')
      .where({ media_id: id })
      .update({ state: isReady ? 'ready' : 'failed' });
  },
  async reopened(db, mediaId) {
    await db('test_albums').where({ media_id: mediaId }).update({ state: 'waiting' });
  },
  async uses(db, mediaIds) {
    const albums = await db('test_albums').whereIn('media_id', [...mediaIds]);
    return albums.map((album) => ({
      mediaId: album.media_id,
      isItself: true,
      holder: 'albums',
      id: album.id,
      title: album.title,
      state: album.removed_at === null ? ('published' as const) : ('removed' as const),
      visibility: 'private' as const,
      publishAt: album.made_at,
      isPreview: false,
      isNeeded: album.removed_at === null,
    }));
  },
};

export const albumsFeature: Feature = {
  name: 'albums',
  routes: (ctx) => [
    route(makeAlbum, async ({ tenant, body: { id, title, mediaId, guests }, now }) => {
      await ctx.database.tenants.write(tenant, async (db) => {
        const state = (await lockMediaStates(db, [mediaId])).get(mediaId)?.state === 'ready' ? 'ready' : 'waiting';
        const album = { id, title, media_id: mediaId, state, made_at: now, removed_at: null } as const;
        await db('test_albums').insert({ ...album, guests: JSON.stringify(guests) as never });
      });
      return {};
    }),
  ],
  holds: albumsAsHolder,
};
