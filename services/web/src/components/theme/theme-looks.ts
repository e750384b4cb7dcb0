import type { ThemeDefinition } from '@backlot/contracts/theme';
import { useEffect, useState } from 'react';

/** Loaded when somebody chooses a theme, one file each: no fan downloads them. */
const files = import.meta.glob<ThemeDefinition>('../../../../../themes/*/theme.json', { import: 'default' });
/** Addresses of their pictures. */
const pictures = import.meta.glob<string>('../../../../../themes/*/preview.jpg', { import: 'default', query: '?url' });

interface Colours {
  readonly bg: string;
  readonly surface: string;
  readonly sunk: string;
  readonly ink: string;
  readonly ink2: string;
  readonly line: string;
  readonly accent: string;
}
export interface ThemeLook {
  readonly name: string;
  readonly label: string;
  readonly character: string;
  readonly light: Colours;
  readonly dark: Colours;
  readonly corner: string;
  readonly picture: string | null;
  readonly families: readonly string[];
}

const coloursOf = (palette: ThemeDefinition['palette']['light']): Colours => ({
  bg: palette['bg'],
  surface: palette['surface'],
  sunk: palette['sunk'],
  ink: palette['ink'],
  ink2: palette['ink-2'],
  line: palette['line'],
  accent: palette['accent'],
});

/** All built-in themes, by name. */
export function useThemeLooks(): readonly ThemeLook[] {
  const [looks, setLooks] = useState<readonly ThemeLook[]>([]);
  useEffect(() => {
    let isGone = false;
    void Promise.all(
      Object.entries(files).map(async ([file, load]) =>
        lookOf(await load(), (await pictures[file.replace(/theme\.json$/, 'preview.jpg')]?.()) ?? null),
      ),
    ).then((found) => {
      if (!isGone) setLooks(found.toSorted((one, other) => one.name.localeCompare(other.name)));
    });
    return () => {
      isGone = true;
    };
  }, []);
  return looks;
}

const lookOf = (theme: ThemeDefinition, picture: string | null): ThemeLook => ({
  picture,
  name: theme.name,
  label: theme.label,
  character: theme.character,
  light: coloursOf(theme.palette.light),
  dark: coloursOf(theme.palette.dark),
  corner: cornerOf(theme.shape),
  families: [...new Set(theme.fonts.map(({ family }) => family))],
});

/** Its panels' corner, at the size of the little page. */
const cornerOf = (shape: ThemeDefinition['shape']): string => `${Math.min(shape.panel, 16) / 2}px`;
