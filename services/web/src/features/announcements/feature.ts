import type { FanFeature } from '../../lib/feature.ts';
import { AboveHeroRibbons, AboveMenuRibbons, BelowHeroRibbons } from './site-ribbons.tsx';
import { keepInstallQuestion } from './install-prompt.ts';
import { Announcements } from './announcements.tsx';

export const announcements = {
  frame: { above: AboveMenuRibbons, top: AboveHeroRibbons, underHero: BelowHeroRibbons, over: Announcements },
  start: keepInstallQuestion,
} satisfies FanFeature;
