import type { SettingDefinition, SettingKey } from '@backlot/domain/settings';
import { useTranslation } from 'react-i18next';
import type {
  FieldShape,
  FormBlock,
  FormField,
  FormQuestion,
  FormSection,
  FormValues,
} from '../../../components/kit/form/form-types.ts';
import { useWhileEmpty } from './while-empty.ts';
import { AnimationControl } from './controls/animation-control.tsx';
import { CountriesControl } from './controls/countries-control.tsx';
import { EntriesControl } from './controls/entries-control.tsx';
import { FontControl } from './controls/font-control.tsx';
import { FreeMonthsControl } from './controls/free-months-control.tsx';
import { LinksControl } from './controls/links-control.tsx';
import { MediaControl } from './controls/media-control.tsx';
import { PicturesControl } from './controls/pictures-control.tsx';
import { RegionsControl } from './controls/regions-control.tsx';
import { ThemeControl } from './controls/theme-control.tsx';
import { TimeZoneControl } from './controls/time-zone-control.tsx';
import { useSettingNames } from '../../../entities/setting/setting-names.ts';
import { definitionOf, sectionPath } from './setting-sections.ts';
import type { SettingBlock, SettingSection } from './sections/section-types.ts';
import { useSite } from '../../../lib/site.tsx';

/** Sections of settings as the form page has them. */
export function useFormSections(sections: readonly SettingSection[]): readonly FormSection[] {
  const { t } = useTranslation();
  const blocksOf = useFormBlocks();
  return sections.map((section) => ({
    id: section.id,
    to: sectionPath(section),
    group: t(section.group),
    title: t(section.text),
    help: t(section.help),
    blocks: blocksOf(section.blocks),
  }));
}

/** Blocks of settings as a form has them. */
export function useFormBlocks(): (blocks: readonly SettingBlock[]) => readonly FormBlock[] {
  const { t } = useTranslation();
  const { currency } = useSite();
  const names = useSettingNames();
  const whileEmpty = useWhileEmpty();
  const fieldOf = (key: SettingKey): FormField => {
    const definition = definitionOf(key);
    return {
      id: key,
      name: names.name(key),
      help: names.help(key),
      shape: shapeOf(definition, {
        currency,
        usual: t('set-theme-default'),
        whileEmpty: whileEmpty(key),
        unseen: t('set-secret-unseen'),
        choiceName: (choice) => names.choice(key, choice),
      }),
      isWide: isWide(key),
    };
  };
  return (blocks) =>
    blocks.map((block) => ({
      id: block.id,
      title: block.text === undefined ? null : t(block.text),
      fields: block.keys.map(fieldOf),
      switchId: block.switch ?? null,
    }));
}

function isWide(key: SettingKey): boolean {
  const definition = definitionOf(key);
  return (
    (['html', 'strings', 'links'].includes(definition.type) && !key.startsWith('menu_settings.')) ||
    key === 'theme_name' ||
    ('max' in definition && definition.type === 'text' && definition.max >= 400)
  );
}

/** What is asked before, since many people see it at once. */
export function useSettingQuestion(): (edits: FormValues) => FormQuestion | null {
  const { t } = useTranslation();
  return (edits) => {
    if (edits['maintenance_mode'] === true)
      return {
        title: t('set-maintenance-mode-ask'),
        text: t('set-maintenance-mode-ask-text'),
        confirm: t('set-turn-on'),
      };
    if (edits['show_age_modal'] === false)
      return { title: t('set-show-age-modal-ask'), text: t('set-show-age-modal-ask-text'), confirm: t('set-turn-off') };
    return null;
  };
}

/** Sections with the settings that fit; a section that fits itself comes whole. */
export function searchSections(sections: readonly FormSection[], search: string): readonly FormSection[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (...texts: readonly string[]): boolean =>
    words.every((word) => texts.join(' ').toLowerCase().includes(word));
  return sections
    .map((section) =>
      fits(section.title, section.help)
        ? section
        : {
            ...section,
            blocks: section.blocks
              .map((block) => ({
                ...block,
                fields: block.fields.filter(({ id, name, help }) => fits(name, help, id, block.title ?? '')),
              }))
              .filter(({ fields }) => fields.length > 0),
          },
    )
    .filter(({ blocks }) => blocks.length > 0);
}

/** Settings whose field is like no other. */
const own: Readonly<Partial<Record<SettingKey, FieldShape & { kind: 'own' }>>> = {
  theme_name: { kind: 'own', Control: ThemeControl },
  'resubscribe_offer.give_free_month_subscription': { kind: 'own', Control: FreeMonthsControl },
  blocked_countries: { kind: 'own', Control: CountriesControl },
  blocked_regions: { kind: 'own', Control: RegionsControl },
};

/** Texts that are set in lines on a banner. */
const inLines: ReadonlySet<string> = new Set<SettingKey>(['hero_banner_text', 'landing_headline']);

interface ShapeTexts {
  readonly currency: string;
  readonly usual: string;
  /** What holds while a text is empty. */
  readonly whileEmpty: string;
  /** Stands in the field of a secret: what is stored is not sent. */
  readonly unseen: string;
  readonly choiceName: (choice: string) => string;
}

/** The field that fits a setting's definition. */
export function shapeOf(
  definition: SettingDefinition,
  { currency, usual, whileEmpty, unseen, choiceName }: ShapeTexts,
): FieldShape {
  const { key } = definition;
  const special = own[key];
  if (special) return special;
  if (key.startsWith('menu_settings.')) return { kind: 'own', Control: EntriesControl };
  if (key.endsWith('.ribbon_animation')) return { kind: 'own', Control: AnimationControl };
  if (definition.read === 'secret' && (definition.type === 'text' || definition.type === 'url'))
    return { kind: 'text', max: definition.max, input: 'secret', usual: unseen };
  switch (definition.type) {
    case 'boolean':
      return { kind: 'switch' };
    case 'choice':
      return {
        kind: 'choice',
        options: definition.choices.map((choice) => ({ value: choice, text: choiceName(choice) })),
      };
    case 'colour':
      return { kind: 'colour', usual };
    case 'amount':
      return { kind: 'number', unit: currency };
    case 'integer':
    case 'number':
      return { kind: 'number' };
    case 'links':
      return { kind: 'own', Control: LinksControl };
    case 'font':
      return { kind: 'own', Control: FontControl };
    case 'media':
      return { kind: 'own', Control: MediaControl };
    case 'timezone':
      return { kind: 'own', Control: TimeZoneControl };
    case 'strings':
      return definition.isPictures ? { kind: 'own', Control: PicturesControl } : { kind: 'lines' };
    case 'html':
      return { kind: 'text', max: definition.max, rows: 3, usual: whileEmpty };
    case 'text':
      return {
        kind: 'text',
        max: definition.max,
        usual: whileEmpty,
        ...(inLines.has(key) ? { rows: 2 } : definition.max >= 400 ? { rows: 3 } : {}),
      };
    case 'email':
    case 'url':
      return { kind: 'text', max: definition.max, input: definition.type, usual: whileEmpty };
    case 'amounts':
    case 'size':
    case 'sizes':
      return { kind: 'text', max: 'max' in definition ? definition.max : 200, usual };
  }
}
