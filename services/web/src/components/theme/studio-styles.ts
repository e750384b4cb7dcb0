import type { ThemeDefinition } from '@backlot/contracts/theme';
import { correctColour, edgeContrast, readableOn, textContrast } from '@backlot/domain/sites/contrast';
import type { SettingValues } from '../../lib/settings.ts';
import { sitePalette } from './own-colours.ts';

/** Neutrals of the creator area that the accent lies on: page, panel, well (`styles/studio.css`). */
const grounds = { light: ['#f6f5f3', '#ffffff', '#f1efec'], dark: ['#131211', '#1b1a18', '#23211f'] } as const;

/** The creator area is ours in shape and the site's in accent: its one colour, corrected for the area's neutrals. */
export function studioStyles(theme: ThemeDefinition, settings: SettingValues): string {
  const light = `color-scheme:light;${accentOf(theme, settings, 'light')}`;
  const dark = `color-scheme:dark;${accentOf(theme, settings, 'dark')}`;
  return `:root{${light}}@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){${dark}}}:root[data-scheme=dark]{${dark}}`;
}

function accentOf(theme: ThemeDefinition, settings: SettingValues, mode: 'light' | 'dark'): string {
  const own = sitePalette({ ...theme.palette[mode] }, settings, mode)['accent'] ?? '#555555';
  const fill = correctColour(own, grounds[mode], edgeContrast) ?? own;
  const soft = mixed(fill, grounds[mode][1], mode === 'light' ? 0.1 : 0.16);
  const textColour = correctColour(own, [...grounds[mode], soft], textContrast) ?? fill;
  return `--accent:${fill};--on-accent:${readableOn(fill)};--accent-text:${textColour};--accent-soft:${soft};`;
}

/** A share of one colour over another, both `#rrggbb`. */
function mixed(over: string, under: string, share: number): string {
  const channel = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) =>
      Math.round(channel(over, at) * share + channel(under, at) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
