import {
  correctColour,
  edgeContrast,
  formatColour,
  luminance,
  parseColour,
  readableOn,
  textContrast,
  type Rgb,
} from '@backlot/domain/sites/contrast';
import { readSetting, type SettingValues } from '../../lib/settings.ts';

/** Custom properties without their dashes. */
export type Palette = Readonly<Record<string, string>>;
export type Mode = 'light' | 'dark';

/**
 * A creator's colours over a theme's palette. A background counts in the mode whose lightness it has; what lies on
 * it is moved until it reads (WCAG AA).
 */
export function sitePalette(palette: Palette, settings: SettingValues, mode: Mode): Palette {
  return coloured(
    palette,
    {
      bg: ofMode(readSetting(settings, 'site_background_color'), mode),
      surface: ofMode(readSetting(settings, 'content_color'), mode),
      ink: readSetting(settings, 'site_font_color'),
      accent: readSetting(settings, 'theme_color'),
      onAccent: readSetting(settings, 'theme_font_color'),
      edge: readSetting(settings, 'button_shadow_color'),
      isOverPicture: pagePicture(settings) !== null,
    },
    mode,
  );
}

/** The picture behind all pages, where the site shows one. */
export const pagePicture = (settings: SettingValues): string | null =>
  (readSetting(settings, 'use_background_image') && readSetting(settings, 'theme_background_image')) || null;

/** Percent of a page's own ground that lies over the picture: what is written there has to read over any of them. */
export const pictureVeil = 82;

/** What the landing page has of its own; empty for nothing. */
export function landingPalette(palette: Palette, settings: SettingValues, mode: Mode): Palette {
  const own = {
    bg: ofMode(readSetting(settings, 'landing_background_color'), mode),
    ink: readSetting(settings, 'landing_font_color'),
    accent: readSetting(settings, 'landing_button_color'),
    onAccent: readSetting(settings, 'landing_button_font_color'),
    isOverPicture: pagePicture(settings) !== null,
  };
  if (!own.bg && !own.ink && !own.accent && !own.onAccent) return {};
  const changed = coloured(palette, own, mode);
  return Object.fromEntries(Object.entries(changed).filter(([name, value]) => palette[name] !== value));
}

/** What cards have of their own: a ground, and ink that reads on it. `palette` is the page's; empty for nothing. */
export function cardColours(
  palette: Palette,
  settings: SettingValues,
  mode: Mode,
): { readonly ground: string | null; readonly inks: Palette } {
  const ground = ofMode(readSetting(settings, 'card_background_color'), mode) ?? null;
  const typed = readSetting(settings, 'content_font_color');
  const ink = typed && ofMode(typed, otherMode(mode)) ? typed : undefined;
  if (ground === null && ink === undefined) return { ground, inks: {} };
  const of = (name: string): string => palette[name] ?? '';
  const readable = (colour: string): string =>
    correctColour(colour, ground === null ? [of('bg'), of('surface')] : [ground]) ?? colour;
  return {
    ground,
    inks: {
      ink: readable(ink ?? of('ink')),
      ...(ground === null ? {} : { 'ink-2': readable(of('ink-2')), 'accent-text': readable(of('accent-text')) }),
    },
  };
}

/**
 * What the card form has of its own: a ground, and colours that read on it and on its fields. The provider's field takes
 * them from the page. `palette` is the page's; empty for nothing.
 */
export function paymentFormColours(
  palette: Palette,
  settings: SettingValues,
  mode: Mode,
): { readonly hasGround: boolean; readonly changed: Palette } {
  const ground = ofMode(readSetting(settings, 'payment_form_background_color'), mode);
  const border = readSetting(settings, 'payment_form_border_color');
  const own = {
    bg: ground,
    surface: ofMode(readSetting(settings, 'payment_form_field_color'), mode),
    ink: readSetting(settings, 'payment_form_font_color'),
    accent: readSetting(settings, 'payment_form_button_color'),
    onAccent: readSetting(settings, 'payment_form_button_font_color'),
    isOverPicture: ground === undefined && pagePicture(settings) !== null,
  };
  if (!own.bg && !own.surface && !own.ink && !own.accent && !own.onAccent && !border)
    return { hasGround: false, changed: {} };
  const form: Record<string, string> = { ...coloured(palette, own, mode) };
  if (border) form['outline'] = correctColour(border, [form['bg'] ?? ''], edgeContrast) ?? border;
  if (form['accent-text'] !== palette['accent-text']) form['focus'] = form['accent-text'] ?? '';
  return {
    hasGround: ground !== undefined,
    changed: Object.fromEntries(Object.entries(form).filter(([name, value]) => palette[name] !== value)),
  };
}

const otherMode = (mode: Mode): Mode => (mode === 'light' ? 'dark' : 'light');

interface Own {
  readonly bg?: string | undefined;
  readonly surface?: string | undefined;
  readonly ink?: string | undefined;
  readonly accent?: string | undefined;
  readonly onAccent?: string | undefined;
  readonly edge?: string | undefined;
  readonly isOverPicture?: boolean;
}

function coloured(palette: Palette, own: Own, mode: Mode): Palette {
  const result: Record<string, string> = { ...palette };
  const of = (name: string): string => result[name] ?? '';
  if (own.bg) result['bg'] = own.bg;
  if (own.surface) Object.assign(result, { surface: own.surface, raised: own.surface });
  const grounds = [
    of('bg'),
    of('surface'),
    ...(own.isOverPicture ? ['#000000', '#ffffff'].map((extreme) => veiled(extreme, of('bg'))) : []),
  ];
  // Ink of the other mode would be invisible before it is corrected: then the theme's own is nearer to what was meant.
  if (own.ink && ofMode(own.ink, otherMode(mode))) result['ink'] = correctColour(own.ink, grounds) ?? of('ink');
  if (own.bg || own.surface || own.isOverPicture) {
    for (const name of ['ink', 'ink-2', 'ink-3', 'good', 'bad', 'accent-text'])
      result[name] = correctColour(of(name), grounds) ?? of(name);
    result['outline'] = correctColour(of('outline'), grounds, edgeContrast) ?? of('outline');
  }
  if (own.accent) {
    const fill = correctColour(own.accent, [of('bg')], edgeContrast) ?? own.accent;
    result['accent'] = fill;
    result['accent-strong'] = fill;
    result['accent-edge'] = own.edge || fill;
    result['accent-text'] = correctColour(own.accent, grounds, textContrast) ?? fill;
    result['on-accent'] = readableOn(fill);
  } else if (own.edge) result['accent-edge'] = own.edge;
  if (own.onAccent) result['on-accent'] = correctColour(own.onAccent, [of('accent')]) ?? of('on-accent');
  return result;
}

function veiled(colour: string, by: string): string {
  const [under, over] = [parseColour(colour), parseColour(by)];
  return under && over
    ? formatColour(under.map((value, at) => value + ((over[at] ?? 0) - value) * (pictureVeil / 100)) as unknown as Rgb)
    : by;
}

/** The colour where it belongs to the mode: light ones to the light mode, dark ones to the dark. */
function ofMode(colour: string | undefined, mode: Mode): string | undefined {
  const rgb = colour ? parseColour(colour) : null;
  if (!colour || !rgb) return undefined;
  return luminance(rgb) > 0.18 === (mode === 'light') ? colour : undefined;
}
