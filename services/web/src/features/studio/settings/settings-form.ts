import type { SettingKey } from '@backlot/domain/settings';
import { useTranslation } from 'react-i18next';
import type {
  FormBlock,
  FormField,
  FormQuestion,
  FormSection,
  FormValues,
} from '../../../components/kit/form/form-types.ts';
import { useWhileEmpty } from './while-empty.ts';
import { shapeOf } from './setting-shapes.ts';
import { useSettingNames } from './setting-names.ts';
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
