import type { SettingKey } from '@backlot/domain/settings';
import { readSetting, type SettingValues } from '../../../lib/settings.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';
import type { HomeData } from '../home/home-data.ts';
import { definitionOf } from '../settings/setting-sections.ts';
import type { SettingBlock } from '../settings/sections/section-types.ts';

/** A step of a new site's set-up: what it asks of the settings. */
export interface SetUpStep {
  readonly id: 'look' | 'membership' | 'about' | 'share';
  readonly text: TextKey;
  readonly help: TextKey;
  readonly blocks: readonly SettingBlock[];
  /** What a frame beside it shows with the values before they are saved. */
  readonly preview?: string;
  /** What stands there counts as chosen once the person goes on. */
  readonly isAgreed?: boolean;
}

export const setUpSteps: readonly SetUpStep[] = [
  {
    id: 'look',
    text: 'setup-look',
    help: 'setup-look-help',
    preview: '/',
    blocks: [
      // The invitation has asked for the creator's name already: it does not stand for a text about them.
      { id: 'name', keys: ['site_name', 'model_name', 'landing_headline'] },
      { id: 'colour', keys: ['theme_color'] },
      { id: 'avatar', switch: 'show_avatar_image', keys: ['show_avatar_image', 'avatar_url'] },
    ],
  },
  {
    id: 'membership',
    text: 'setup-membership',
    help: 'setup-membership-help',
    isAgreed: true,
    blocks: [{ id: 'prices', keys: ['membership_price', 'recurring_membership_price'] }],
  },
  {
    id: 'about',
    text: 'setup-about',
    help: 'setup-about-help',
    preview: '/',
    blocks: [
      { id: 'words', keys: ['site_tagline', 'site_description'] },
      {
        id: 'section',
        text: 'setup-about-section',
        switch: 'enable_section_1',
        keys: ['enable_section_1', 'section_1_title', 'section_1_description', 'section_1_image'],
      },
    ],
  },
  { id: 'share', text: 'setup-share', help: 'setup-share-help', blocks: [] },
];

/**
 * The list of first steps, also where it was put away: 'settled' once all of it is done, 'none' for those who have no
 * such list and while it has no answer.
 */
export type FirstSteps = NonNullable<HomeData['first_steps']> | 'settled' | 'none';

/** Null is no list for everyone but the site's creator and super admin. */
export function firstStepsFor(data: Pick<HomeData, 'first_steps'> | undefined, role: string | undefined): FirstSteps {
  if (data?.first_steps) return data.first_steps;
  return data && (role === 'model' || role === 'admin') ? 'settled' : 'none';
}

/** Whether a step is done: as the list of first steps has it, else by what the site has set. */
export function isSetUp({ id, blocks, isAgreed }: SetUpStep, first: FirstSteps, values: SettingValues): boolean {
  // Neither a copied address nor an agreed default can be seen in the settings.
  if (first === 'settled' && (id === 'share' || isAgreed)) return true;
  if (first === 'settled' || first === 'none') return blocks.some((block) => isAnyChosen(block, values));
  if (id === 'look') return first.look;
  if (id === 'membership') return first.price;
  return id === 'share' ? first.share : blocks.some((block) => isAnyChosen(block, values));
}

/** Whether nothing that visitors would miss is known to be missing. */
export const isReady = (first: FirstSteps, values: SettingValues): boolean =>
  typeof first === 'object' &&
  first.post &&
  readSetting(values, 'maintenance_mode') !== true &&
  setUpSteps.every((step) => step.id === 'share' || isSetUp(step, first, values));

const isAnyChosen = ({ keys }: SettingBlock, values: SettingValues): boolean =>
  keys.some((key) => isChosen(key, values));

const isChosen = (key: SettingKey, values: SettingValues): boolean =>
  JSON.stringify(readSetting(values, key) ?? definitionOf(key).default) !== JSON.stringify(definitionOf(key).default);
