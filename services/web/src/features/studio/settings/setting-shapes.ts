import type { SettingDefinition, SettingKey } from '@backlot/domain/settings';
import type { FieldShape } from '../../../components/kit/form/form-types.ts';
import { AnimationControl } from './controls/animation-control.tsx';
import { CardFormControl } from './controls/card-form-control.tsx';
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

/** Settings whose field is like no other. */
const own: Readonly<Partial<Record<SettingKey, FieldShape & { kind: 'own' }>>> = {
  theme_name: { kind: 'own', Control: ThemeControl },
  'resubscribe_offer.give_free_month_subscription': { kind: 'own', Control: FreeMonthsControl },
  'ccbill_settings.form_name': { kind: 'own', Control: CardFormControl },
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
  if (definition.read === 'secret' && definition.type === 'text')
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
