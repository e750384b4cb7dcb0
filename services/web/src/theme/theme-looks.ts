import type { ThemeDefinition } from '@backlot/contracts/theme';
import { useEffect, useState } from 'react';

/** Loaded when somebody chooses a theme, one file each: no fan downloads them. */
const files = import.meta.glob<ThemeDefinition>('../../../../themes/*/theme.json', { import: 'default' });

interface Colours { readonly bg: string; readonly surface: string; readonly sunk: string; readonly ink: string; readonly ink2: string; readonly line: string; readonly accent: string }
export interface ThemeLook { readonly name: string; readonly label: string; readonly character: string; readonly light: Colours; readonly dark: Colours; readonly corner: string }

const coloursOf = (palette: ThemeDefinition['palette']['light']): Colours => ({
  bg: palette['bg'], surface: palette['surface'], sunk: palette['sunk'], ink: palette['ink'], ink2: palette['ink-2'], line: palette['line'], accent: palette['accent'],
});

/** All built-in themes, by name. */
export function useThemeLooks(): readonly ThemeLook[] {
  const [looks, setLooks] = useState<readonly ThemeLook[]>([]);
  useEffect(() => {
    let isGone = false;
    void Promise.all(Object.values(files).map((load) => load())).then((definitions) => {
      if (!isGone) setLooks(definitions.map(lookOf).toSorted((one, other) => one.name.localeCompare(other.name)));
    });
    return () => { isGone = true; };
  }, []);
  return looks;
}

const lookOf = (theme: ThemeDefinition): ThemeLook => ({
  name: theme.name, label: theme.label, character: theme.character, light: coloursOf(theme.palette.light), dark: coloursOf(theme.palette.dark), corner: cornerOf(theme.shape),
});

/** Its panels' corner, at the size of the little page. */
const cornerOf = (shape: ThemeDefinition['shape']): string => `${Math.min(shape.panel, 16) / 2}px`;
