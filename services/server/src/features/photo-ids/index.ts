import type { Feature } from '../../feature.ts';
import { mountPhotoIds } from './open-photo-id.ts';
import { mountPhotoIdForm } from './photo-id-form.ts';
import { hasSentPhotoId } from './photo-id-rows.ts';
import { removePhotoIdsJob } from './remove-photo-ids.ts';
import { photoIdRoutes } from './routes.ts';

export { countWaitingPhotoIds, hasWaitingPhotoId } from './photo-id-rows.ts';

/** Photo ids of fans: sent, looked at, decided on and deleted. */
export const photoIdsFeature: Feature = {
  name: 'photo-ids',
  tables: ['photo_ids', 'photo_id_openings'],
  routes: photoIdRoutes,
  files: (app, ctx) => {
    mountPhotoIdForm(app, ctx);
    mountPhotoIds(app, ctx);
  },
  paymentHistory: { hasStarted: hasSentPhotoId, hasCard: async () => false, payersAmong: async () => [] },
  jobs: [removePhotoIdsJob],
};
