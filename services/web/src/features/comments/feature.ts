import type { FanFeature } from '../../lib/feature.ts';
import { CommentsArea } from './comments-area.tsx';

export const comments = {
  areas: [CommentsArea],
  events: async () => (await import('./comment-events.ts')).commentEvents,
} satisfies FanFeature;
