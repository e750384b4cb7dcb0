import { findSetting, mayWriteSetting, type SettingDefinition, type SettingKey } from '@backlot/domain/settings';
import type { StoredRole } from '@backlot/domain/people/roles';
import { paths } from '../../../lib/paths.ts';
import { contentSections } from './sections/content-sections.ts';
import { lookSections } from './sections/look-sections.ts';
import { paymentSections } from './sections/payment-sections.ts';
import type { SettingSection } from './sections/section-types.ts';
import { sellingSections } from './sections/selling-sections.ts';
import { siteSections } from './sections/site-sections.ts';

/** What the screens that exist read. */
export const settingSections: readonly SettingSection[] = [
  ...lookSections,
  ...contentSections,
  ...sellingSections,
  ...paymentSections,
  ...siteSections,
];

export const keysOf = ({ blocks }: SettingSection): readonly SettingKey[] => blocks.flatMap(({ keys }) => keys);

/** Sections and keys that a role may change; the rest are absent. */
export const sectionsFor = (role: StoredRole): readonly SettingSection[] =>
  keepKeys(settingSections, (key) => mayWriteSetting(key, role));

/** The sections with only some of their settings, without those that have none of them. */
export const keepKeys = (
  sections: readonly SettingSection[],
  isKept: (key: SettingKey) => boolean,
): readonly SettingSection[] =>
  sections
    .map((section) => ({
      ...section,
      blocks: section.blocks
        .map((block) => ({ ...block, keys: block.keys.filter(isKept) }))
        .filter(({ keys }) => keys.length > 0),
    }))
    .filter(({ blocks }) => blocks.length > 0);

/** Every address of a section; the first is its own. */
export const pagesOf = ({ page, blocks }: SettingSection): readonly string[] => [
  page,
  ...blocks.flatMap(({ alsoAt = [] }) => alsoAt),
];

export const sectionPath = ({ page }: SettingSection): string => `${paths.studioSettings}/${page}`;

/** Where one setting is changed. */
export const settingPath = (section: SettingSection, key: string): string =>
  `${sectionPath(section)}?key=${encodeURIComponent(key)}`;

export const definitionOf = (key: SettingKey): SettingDefinition => findSetting(key) as SettingDefinition;
