/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** WCAG 2.2: text 4.5, large text and edges of controls 3. */
export const textContrast = 4.5;
export const edgeContrast = 3;

/** `#rgb`, `#rrggbb` or `#rrggbbaa` (the alpha is dropped); null for anything else. */
export function parseColour(text: string): Rgb | null {
  const hex = /^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.exec(text.trim())?.[1];
  if (!hex) return null;
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  return [0, 2, 4].map((start) => Number.parseInt(full.slice(start, start + 2), 16)) as unknown as Rgb;
}

export const formatColour = (rgb: Rgb): string =>
  `#${rgb
    .map((channel) =>
      Math.round(Math.min(255, Math.max(0, channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** WCAG's relative luminance, 0 to 1. */
export function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's contrast ratio, 1 to 21. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
const mix = ([red, green, blue]: Rgb, to: Rgb, share: number): Rgb => {
  const between = (one: number, other: number): number => Math.round(one + (other - one) * share);
  return [between(red, to[0]), between(green, to[1]), between(blue, to[2])];
};

/**
 * A creator's colour moved towards black or white, no further than needed, until it stands out from every
 * background given. Unparsable input gives null. Black or white always reaches 4.5 against one background.
 */
export function correctColour(
  colour: string,
  backgrounds: readonly string[],
  ratio: number = textContrast,
): string | null {
  const wanted = parseColour(colour);
  const behind = backgrounds.map(parseColour);
  if (!wanted || behind.length === 0 || behind.some((background) => !background)) return null;
  const grounds = behind as readonly Rgb[];
  const worst = (candidate: Rgb): number => Math.min(...grounds.map((ground) => contrastRatio(candidate, ground)));
  if (worst(wanted) >= ratio) return formatColour(wanted);
  const ends: readonly [Rgb, Rgb] = worst(white) >= worst(black) ? [white, black] : [black, white];
  for (let step = 1; step <= 100; step += 1) {
    const candidates = ends.map((end) => mix(wanted, end, step / 100)).filter((candidate) => worst(candidate) >= ratio);
    if (candidates[0]) return formatColour(candidates[0]);
  }
  return formatColour(ends[0]);
}

/** Black or white, whichever reads better on a colour. */
export function readableOn(background: string): '#000000' | '#ffffff' {
  const ground = parseColour(background) ?? white;
  return contrastRatio(black, ground) >= contrastRatio(white, ground) ? '#000000' : '#ffffff';
}
