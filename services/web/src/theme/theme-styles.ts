import { correctColour, readableOn } from '@backlot/domain/contrast';
import { readSetting, type SettingValues } from '../lib/settings.ts';

/** Colours of one mode, by the name of their custom property. */
export type Palette = Readonly<Record<string, string>>;

export interface Theme {
  readonly name: string;
  /** Key of its stylesheet in the build's manifest. */
  readonly source: string;
  /** Beginnings of the file names of the fonts that the first picture needs. */
  readonly preload: readonly string[];
  readonly light: Palette;
  readonly dark: Palette;
  /** What both modes share: sizes, type, motion. */
  readonly shared: Palette;
}

/** What a palette must hold; the default is a calm grey that no site is meant to keep. */
const plainLight: Palette = {
  bg: '#f7f7f5', surface: '#ffffff', raised: '#ffffff', sunk: '#ebebe8', ink: '#1d1d1b', 'ink-2': '#565650', 'ink-3': '#6b6b64',
  line: '#dcdcd6', outline: '#86867d', accent: '#2f4858', 'accent-strong': '#22363f', 'on-accent': '#ffffff', 'accent-text': '#2f4858',
  good: '#2f6a4a', 'good-soft': '#dfeee5', 'on-good': '#ffffff', bad: '#a3271f', 'bad-soft': '#f8e6e3', 'on-bad': '#ffffff',
};
const plainDark: Palette = {
  bg: '#161615', surface: '#1f1f1d', raised: '#282826', sunk: '#0f0f0e', ink: '#f1f1ec', 'ink-2': '#b9b9b1', 'ink-3': '#96968e',
  line: '#33332f', outline: '#75756c', accent: '#a9c4d2', 'accent-strong': '#bcd3df', 'on-accent': '#14202a', 'accent-text': '#a9c4d2',
  good: '#9fd0b3', 'good-soft': '#22352b', 'on-good': '#12201a', bad: '#f0988a', 'bad-soft': '#43241f', 'on-bad': '#21140c',
};
const plain: Theme = { name: 'plain', source: '', preload: [], light: plainLight, dark: plainDark, shared: {} };

const themes: Readonly<Record<string, Theme>> = {};

/** A built-in theme; a site that names one which is not there gets the plain one rather than nothing. */
export const findTheme = (name: string): Theme => themes[name] ?? plain;

/** The custom properties of a page: the theme's, then the site's own colours, corrected so that they can be read. */
export function themeStyles(theme: Theme, settings: SettingValues): string {
  const light = block({ ...theme.light, ...ownColours(theme.light, settings) });
  const dark = block({ ...theme.dark, ...ownColours(theme.dark, settings) });
  return [
    `:root{${block(theme.shared)}color-scheme:light;${light}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){color-scheme:dark;${dark}}}`,
    `:root[data-scheme=dark]{color-scheme:dark;${dark}}`,
  ].join('');
}

/** What colours the browser's own frame. */
export function frameColours(theme: Theme, settings: SettingValues): { light: string; dark: string } {
  const of = (palette: Palette): string => ({ ...palette, ...ownColours(palette, settings) })['bg'] ?? '#ffffff';
  return { light: of(theme.light), dark: of(theme.dark) };
}

const block = (palette: Palette): string => Object.entries(palette).map(([name, value]) => `--${name}:${value};`).join('');

/**
 * A creator's colours over a palette. A background that the setting names is theirs as it is in the mode whose
 * lightness it has; what lies on it is moved until it reads (WCAG AA).
 */
function ownColours(palette: Palette, settings: SettingValues): Palette {
  const own: Record<string, string> = {};
  const of = (name: string): string => own[name] ?? palette[name] ?? '#000000';
  const accent = readSetting(settings, 'theme_color');
  if (accent) {
    // As a surface it needs an edge of 3:1 on pages; as text 4.5:1.
    const surface = correctColour(accent, [of('bg')], 3);
    const asText = correctColour(accent, [of('bg'), of('surface')]);
    if (surface && asText) Object.assign(own, { accent: surface, 'accent-strong': surface, 'accent-text': asText, 'on-accent': readableOn(surface) });
  }
  const onAccent = readSetting(settings, 'theme_font_color');
  if (onAccent) own['on-accent'] = correctColour(onAccent, [of('accent')]) ?? of('on-accent');
  return own;
}
