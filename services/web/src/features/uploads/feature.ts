import type { StudioFeature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';
import { UploadTray } from './upload-tray.tsx';

export const uploads = {
  background: [{ screen: paths.createPost, Part: UploadTray }],
  events: async () => (await import('../../entities/upload/watch-processing.ts')).uploadEvents,
} satisfies StudioFeature;
