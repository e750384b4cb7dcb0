import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contrastRatio, edgeContrast, parseColour, textContrast } from '@backlot/domain/sites/contrast';
import type { ThemeDefinition, ThemePalette } from '@backlot/contracts/theme';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../themes');
const names = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const read = (name: string): ThemeDefinition =>
  JSON.parse(readFileSync(join(root, name, 'theme.json'), 'utf8')) as ThemeDefinition;

/** [colour, what it lies on, least ratio] */
const pairs: readonly (readonly [keyof ThemePalette, readonly (keyof ThemePalette)[], number])[] = [
  ['ink', ['bg', 'surface', 'raised', 'sunk'], textContrast],
  ['ink-2', ['bg', 'surface', 'raised', 'sunk'], textContrast],
  ['ink-3', ['bg', 'surface', 'raised', 'sunk'], textContrast],
  ['accent-text', ['bg', 'surface', 'sunk'], textContrast],
  ['on-accent', ['accent', 'accent-strong'], textContrast],
  ['good', ['bg', 'surface', 'good-soft'], textContrast],
  ['on-good', ['good'], textContrast],
  ['bad', ['bg', 'surface', 'bad-soft'], textContrast],
  ['on-bad', ['bad'], textContrast],
  ['ink', ['good-soft', 'bad-soft'], textContrast],
  ['outline', ['bg', 'surface', 'sunk'], edgeContrast],
];

describe.each(names)('the theme %s', (name) => {
  const theme = read(name);

  it.each(['light', 'dark'] as const)('can be read in %s', (mode) => {
    const palette = theme.palette[mode];
    const ratio = (one: string, other: string): number => contrastRatio(parseColour(one)!, parseColour(other)!);
    const faint = pairs.flatMap(([colour, grounds, least]) =>
      grounds
        .filter((ground) => ratio(palette[colour], palette[ground]) < least)
        .map((ground) => `${colour} on ${ground}: ${ratio(palette[colour], palette[ground]).toFixed(2)}`),
    );
    expect(faint).toEqual([]);
  });

  it('serves its own type, with its licence, in under 80 KB', () => {
    const sizes = theme.fonts.map(({ file }) => statSync(join(root, name, file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(80 * 1024);
    expect(theme.fonts.every(({ licence }) => existsSync(join(root, name, licence)))).toBe(true);
    const served = new Set(theme.fonts.map(({ family }) => family));
    const { display, text, figures } = theme.typography;
    expect([display, text, figures].every(({ family }) => served.has(family))).toBe(true);
    expect(served.size).toBeLessThanOrEqual(2);
  });

  it('shows itself in a picture of under 128 KB', () => {
    expect(statSync(join(root, name, 'preview.jpg')).size).toBeLessThan(128 * 1024);
  });

  it('keeps to the 4 px grid, to targets of 44 and to 120 to 240 ms', () => {
    const { density, motion, spacing } = theme;
    expect([spacing.gridRow, spacing.gridColumn].every((gap) => gap === 1 || gap % 4 === 0)).toBe(true);
    expect(density.target).toBe(44);
    for (const time of [motion.fast, motion.base, motion.slow, motion.unlock]) expect(time).toBeGreaterThanOrEqual(120);
    for (const time of [motion.fast, motion.base, motion.slow, motion.unlock]) expect(time).toBeLessThanOrEqual(240);
  });
});
