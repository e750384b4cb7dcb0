import type { TenantDb } from '@backlot/database';
import { settingDefinitions } from '@backlot/domain/settings';
import type { MediaHolder, MediaUse } from '../../joints/media-holder.ts';
import { listPublished } from '../media/index.ts';

/**
 * The site's look as a holder of media: banner, landing page, icons. What is shown is a copy that everybody may have, so
 * no bytes of a medium itself are opened by it or have to stay for it.
 */
export const mediaOfSettings: MediaHolder = {
  name: 'settings',
  visibleTo: async () => new Map(),
  settled: null,
  reopened: null,
  uses: usesInSettings,
};

const pictureKeys = settingDefinitions
  .filter((one) => one.type === 'media' || (one.type === 'strings' && one.isPictures))
  .map(({ key }) => key);

/** Settings whose value is the path of a copy, or names it among others. */
async function usesInSettings(db: TenantDb, mediaIds: readonly string[]): Promise<MediaUse[]> {
  const copies = await listPublished(db, mediaIds);
  if (copies.length === 0) return [];
  const rows = await db('settings').whereIn('key', pictureKeys).select('key', 'value', 'updated_at');
  return rows.flatMap(({ key, value, updated_at: publishAt }) => {
    const paths = new Set<unknown>([value].flat());
    const shown = new Set(copies.filter(({ path }) => paths.has(path)).map(({ media_id: id }) => id));
    return [...shown].map((mediaId) => ({
      mediaId,
      isItself: true,
      holder: 'settings',
      id: key,
      title: key,
      state: 'published' as const,
      visibility: 'public' as const,
      publishAt,
      isPreview: false,
      isNeeded: false,
    }));
  });
}
