import type { FanFeature } from '../../lib/feature.ts';
import { Announcement } from './announcement.tsx';
import { keepInstallQuestion } from './install-card.tsx';
import { Announcements } from './announcements.tsx';

export const announcements = {
  frame: { above: Announcement, over: Announcements },
  start: keepInstallQuestion,
} satisfies FanFeature;
