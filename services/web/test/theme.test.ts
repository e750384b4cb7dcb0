import { contrastRatio, parseColour, type Rgb } from '@backlot/domain/contrast';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sitePalette } from '../src/theme/own-colours.ts';
import { themeStyles } from '../src/theme/theme-styles.ts';
import { findTheme } from '../src/theme/themes.ts';

const themes = ['kiln', 'rack'].map((name) => findTheme(name).definition);
const ratio = (one: string | undefined, other: string | undefined): number => contrastRatio(parseColour(one ?? '') as Rgb, parseColour(other ?? '') as Rgb);
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('a creator\'s colours', () => {
  it('whatever they are, text on the accent and the accent as text can be read', () => {
    fc.assert(fc.property(colour, fc.constantFrom(...themes), fc.constantFrom('light' as const, 'dark' as const), (accent, theme, mode) => {
      const palette = sitePalette({ ...theme.palette[mode] }, { theme_color: accent }, mode);
      expect(ratio(palette['on-accent'], palette['accent'])).toBeGreaterThanOrEqual(4.5);
      expect(ratio(palette['accent-text'], palette['bg'])).toBeGreaterThanOrEqual(4.5);
      expect(ratio(palette['accent'], palette['bg'])).toBeGreaterThanOrEqual(3);
    }), { numRuns: 60 });
  });

  it('a background keeps its mode, and everything on it stays readable', () => {
    fc.assert(fc.property(colour, fc.constantFrom(...themes), fc.constantFrom('light' as const, 'dark' as const), (background, theme, mode) => {
      const palette = sitePalette({ ...theme.palette[mode] }, { site_background_color: background }, mode);
      for (const name of ['ink', 'ink-2', 'accent-text']) expect(ratio(palette[name], palette['bg'])).toBeGreaterThanOrEqual(4.5);
    }), { numRuns: 60 });
    const [kiln] = themes;
    expect(sitePalette({ ...kiln!.palette.dark }, { site_background_color: '#ffffff' }, 'dark')['bg']).toBe(kiln!.palette.dark.bg);
  });
});

describe('a theme\'s custom properties', () => {
  it('cover both modes, by the device and by choice', () => {
    const css = themeStyles(themes[0]!, {});
    expect(css).toContain('@media (prefers-color-scheme:dark){:root:not([data-scheme=light])');
    expect(css).toContain(':root[data-scheme=dark]{color-scheme:dark;');
    expect(css).toMatch(/--size-hero:calc\(clamp\(/);
  });

  it('the landing page may have colours of its own', () => {
    expect(themeStyles(themes[0]!, {})).not.toContain('.landing');
    expect(themeStyles(themes[0]!, { landing_button_color: '#123456' })).toMatch(/:root \.landing\{[^}]*--accent:#123456/);
  });
});
