/**
 * Cuts the themes' fonts to the letters and axes they use: `node scripts/pictures/fonts.mjs`.
 * Needs `subset-font`, which the product itself does not: `npm install --no-save subset-font` first. The results are
 * kept in `themes/<name>/fonts`, so this runs only when a theme's type changes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const from = 'node_modules/@fontsource-variable/';
const range = (a, b) => Array.from({ length: b - a + 1 }, (_, i) => String.fromCodePoint(a + i)).join('');
/** Latin-1 and the signs of English, Spanish, German, French and Portuguese. Arabic is the system's. */
const letters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœˆ˜–—‘’‚“”„†•…‹›€™↑↓←→−×≈≠≤≥·`;
const cuts = [
  // The display weight is one; the optical size is not: captions of 19 px and headlines of 104 px differ in more than size.
  [
    'fraunces/files/fraunces-latin-full-normal.woff2',
    'themes/kiln/fonts/fraunces.woff2',
    { SOFT: 60, WONK: 0, wght: 400 },
  ],
  [
    'fraunces/files/fraunces-latin-full-italic.woff2',
    'themes/kiln/fonts/fraunces-italic.woff2',
    { SOFT: 100, WONK: 1, wght: 340, opsz: 144 },
  ],
  [
    'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    'themes/kiln/fonts/hanken-grotesk.woff2',
    { wght: { min: 400, max: 700, default: 400 } },
  ],
  [
    'archivo/files/archivo-latin-standard-normal.woff2',
    'themes/rack/fonts/archivo.woff2',
    { wght: { min: 400, max: 700, default: 400 }, wdth: { min: 100, max: 125, default: 100 } },
  ],
  [
    'martian-mono/files/martian-mono-latin-standard-normal.woff2',
    'themes/rack/fonts/martian-mono.woff2',
    { wght: { min: 400, max: 500, default: 400 }, wdth: 75 },
  ],
  [
    'sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-latin-wght-normal.woff2',
    'themes/cairn/fonts/sofia-sans-extra-condensed.woff2',
    { wght: { min: 600, max: 850, default: 600 } },
  ],
  [
    'schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2',
    'themes/cairn/fonts/schibsted-grotesk.woff2',
    { wght: { min: 400, max: 700, default: 400 } },
  ],
  // The cut for large sizes has hairlines that a screen loses: the sturdier half is enough.
  [
    'bodoni-moda/files/bodoni-moda-latin-standard-normal.woff2',
    'themes/velvet/fonts/bodoni-moda.woff2',
    { wght: 580, opsz: { min: 11, max: 34, default: 11 } },
  ],
  [
    'bodoni-moda/files/bodoni-moda-latin-standard-italic.woff2',
    'themes/velvet/fonts/bodoni-moda-italic.woff2',
    { wght: 560, opsz: 13 },
  ],
  [
    'albert-sans/files/albert-sans-latin-wght-normal.woff2',
    'themes/velvet/fonts/albert-sans.woff2',
    { wght: { min: 400, max: 700, default: 400 } },
  ],
  [
    'fredoka/files/fredoka-latin-wght-normal.woff2',
    'themes/sorbet/fonts/fredoka.woff2',
    { wght: { min: 400, max: 600, default: 400 } },
  ],
  [
    'nunito/files/nunito-latin-wght-normal.woff2',
    'themes/sorbet/fonts/nunito.woff2',
    { wght: { min: 400, max: 800, default: 400 } },
  ],
];

// Not a dependency of ours, so not an import that must resolve.
const tool = 'subset-font';
const { default: subset } = await import(tool).catch(() => {
  throw new Error('Run `npm install --no-save subset-font` first.');
});
for (const [source, target, variationAxes] of cuts) {
  const whole = readFileSync(from + source),
    cut = await subset(whole, letters, { targetFormat: 'woff2', variationAxes });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, cut);
  console.log(`${target}  ${Math.round(whole.length / 1024)} KB → ${Math.round(cut.length / 1024)} KB`);
}
