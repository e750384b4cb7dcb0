import type { ThemeDefinition } from '@backlot/contracts/theme';
import { schemeKey } from '../../lib/scheme.ts';
import { readSetting, type SettingValues } from '../../lib/settings.ts';
import { studioStyles } from './studio-styles.ts';
import { frameColours, themeStyles } from './theme-styles.ts';

export type Area = 'fan' | 'studio';

/** One file each: loaded when the looks change while a page is open, and never by most pages. */
const files = import.meta.glob<ThemeDefinition>('../../../../../themes/*/theme.json', { import: 'default' });

/** Puts the site's colours, fonts and sizes on the page that is open, as its HTML would have them. */
export async function wearLooks(area: Area, values: SettingValues): Promise<void> {
  const definition = await loadTheme(String(readSetting(values, 'theme_name') ?? ''));
  const sheet = document.querySelector<HTMLStyleElement>('style[data-looks]')?.sheet;
  if (!definition || !sheet) return;
  rewrite(sheet, area === 'studio' ? studioStyles(definition, values) : themeStyles(definition, values));
  wearScheme(readSetting(values, 'colour_mode') ?? 'system');
  const colours = frameColours(definition, values);
  for (const scheme of ['light', 'dark'] as const) {
    document.querySelector(`meta[name="theme-color"][media*="${scheme}"]`)?.setAttribute('content', colours[scheme]);
  }
}

/** Rule by rule: a guest's page allows its style elements by their digests, and another text would be none of them. */
function rewrite(sheet: CSSStyleSheet, css: string): void {
  const wanted = new CSSStyleSheet();
  wanted.replaceSync(css);
  const texts = [...wanted.cssRules].map((rule) => rule.cssText);
  if (texts.join('\n') === [...sheet.cssRules].map((rule) => rule.cssText).join('\n')) return;
  while (sheet.cssRules.length > 0) sheet.deleteRule(0);
  for (const text of texts) sheet.insertRule(text, sheet.cssRules.length);
}

const loadTheme = async (name: string): Promise<ThemeDefinition | undefined> =>
  Object.entries(files).find(([file]) => file.split('/').at(-2) === name)?.[1]();

/** The viewer's own choice stays, but in a preview. */
function wearScheme(mode: string): void {
  const isPreview = 'preview' in document.documentElement.dataset;
  if (!isPreview && localStorage.getItem(schemeKey) !== null) return;
  if (mode === 'system') delete document.documentElement.dataset['scheme'];
  else document.documentElement.dataset['scheme'] = mode;
}

/** Another theme brings its own stylesheet and parts, which a page loads once: it is loaded again when that interrupts nobody. */
export function mayReload(): boolean {
  const isBusy = document.querySelector('form, textarea, [contenteditable], dialog[open], [role=dialog]') !== null;
  return !isBusy && ![...document.querySelectorAll('video')].some((film) => !film.paused);
}
