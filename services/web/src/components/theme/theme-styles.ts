import type { Stepped, ThemeDefinition, ThemeFamily } from '@backlot/contracts/theme';
import { correctColour } from '@backlot/domain/sites/contrast';
import { findSetting } from '@backlot/domain/settings';
import type { SettingValues } from '../../lib/settings.ts';
import { coloursOnAccent, ribbonKinds } from '../ribbon/ribbon-look.ts';
import {
  cardColours,
  landingPalette,
  pagePicture,
  paymentFormColours,
  pictureVeil,
  sitePalette,
  type Palette,
} from './own-colours.ts';
import { paymentFormRules, subscribePageRules } from './payment-form-rules.ts';
import { readSetting } from '../../lib/settings.ts';

const modes = ['light', 'dark'] as const;

/** The custom properties of a page: the theme's, and over them the site's own colours. */
export function themeStyles(theme: ThemeDefinition, settings: SettingValues): string {
  const hasForm = modes.some((mode) => !hasNone(formColours(theme, settings, mode).changed));
  const [light, dark] = modes.map((mode) => modeStyles(theme, settings, mode, hasForm)) as [ModeStyles, ModeStyles];
  const under = (selector: string, styles: ModeStyles, scheme: string): string =>
    `${selector}{color-scheme:${scheme};${styles.page}}` +
    (['landing', 'card', 'panel', 'form'] as const)
      .map((part) => (styles[part] === '' ? '' : `${selector} ${parts[part]}{${styles[part]}}`))
      .join('') +
    styles.ribbons
      .map(([kind, colours]) => (colours === '' ? '' : `${selector} .ribbon[data-kind=${kind}]{${colours}}`))
      .join('');
  return [
    `:root{${block(sharedProperties(theme, settings))}}`,
    under(':root', light, 'light'),
    `@media (prefers-color-scheme:dark){${under(':root:not([data-scheme=light])', dark, 'dark')}}`,
    under(':root[data-scheme=dark]', dark, 'dark'),
    landingFonts(theme, settings),
    ...ownRules(settings),
  ].join('');
}

/** Families that the landing page has of its own, as far as the theme serves them. */
function landingFonts({ fonts, typography }: ThemeDefinition, settings: SettingValues): string {
  const own = (key: 'landing_title_font' | 'landing_text_font', property: string, usual: ThemeFamily): string => {
    const family = fonts.find((font) => font.family === readSetting(settings, key))?.family;
    return family ? `--${property}:${stack({ ...usual, family }, typography.otherScripts)};` : '';
  };
  const text = own('landing_text_font', 'font-text', typography.text);
  const block =
    own('landing_title_font', 'font-display', typography.display) +
    text +
    (text === '' ? '' : 'font-family:var(--font-text);');
  return block === '' ? '' : `.landing{${block}}`;
}

/** What a site sets of single parts. They stand outside the layers, so that they hold in every theme. */
function ownRules(settings: SettingValues): string[] {
  const size = readSetting(settings, 'unlock_button_font_size');
  const line = readSetting(settings, 'card_header_border_color');
  const picture = pagePicture(settings);
  const weight = readSetting(settings, 'navbar_font_weight');
  const padding = readSetting(settings, 'navbar_padding');
  return [
    // The default stands for the theme's own size.
    size && size !== defaultUnlockSize ? `.button[data-unlock]{font-size:${size};}` : '',
    line ? `.legend,.post-who{border-block-end:1px solid ${line};}` : '',
    // Fixed, without `background-attachment`, which telephones do not know; under everything, so that only the page's ground gives way.
    picture === null
      ? ''
      : `body{background:none;}body::before{content:'';position:fixed;z-index:-1;inset:0;background:linear-gradient(${veil},${veil}),url("${inCss(picture)}") center/cover no-repeat;}`,
    weight ? `.navbar :is(.navbar-items,.button){font-weight:${weight};}` : '',
    padding ? `.navbar .navbar-inside{${paddingOf(padding)}}` : '',
    ...paymentFormRules(settings),
    ...subscribePageRules(settings),
    // Words that lay on the page need room to the edge of a card of its own colour.
    readSetting(settings, 'card_background_color')
      ? '.post-card{border-radius:var(--radius-media);}.post-card>:is(.post-caption,.post-foot){padding-inline:0.9rem;}.post-card>.post-foot{padding-block-end:0.75rem;}'
      : '',
  ];
}
const veil = `color-mix(in srgb,var(--bg) ${pictureVeil}%,transparent)`;
/** An address between quotes, in a style element. */
const inCss = (address: string): string => address.replace(/["\\<>\s]/g, (letter) => encodeURIComponent(letter));

/** As written from the top clockwise, for a language that begins at the left; at the sides no more than a phone has room for. */
function paddingOf(sizes: string): string {
  const [top = '0', end = top, bottom = top, start = end] = sizes
    .split(' ')
    .map((size) => (/\d$/.test(size) ? `${size}px` : size));
  return `padding-block:${top} ${bottom};padding-inline:min(${start},6vw) min(${end},6vw);`;
}

const defaultUnlockSize = findSetting('unlock_button_font_size')?.default;

/** What colours the browser's own frame. */
export const frameColours = (theme: ThemeDefinition, settings: SettingValues): { light: string; dark: string } => ({
  light: sitePalette({ ...theme.palette.light }, settings, 'light')['bg'] ?? '#ffffff',
  dark: sitePalette({ ...theme.palette.dark }, settings, 'dark')['bg'] ?? '#000000',
});

interface ModeStyles {
  readonly page: string;
  readonly landing: string;
  readonly card: string;
  readonly panel: string;
  readonly form: string;
  /** Those without a ground of their own, on the accent. */
  readonly ribbons: readonly (readonly [kind: string, styles: string])[];
}
const parts = { landing: '.landing', card: '.post-card', panel: '.post-detail', form: '.payment-form' } as const;

const formColours = (theme: ThemeDefinition, settings: SettingValues, mode: 'light' | 'dark') =>
  paymentFormColours(sitePalette({ ...theme.palette[mode] }, settings, mode), settings, mode);

/** `hasForm`: the card form has colours of its own in a mode. What is written for the light one holds in the dark one too. */
function modeStyles(
  theme: ThemeDefinition,
  settings: SettingValues,
  mode: 'light' | 'dark',
  hasForm: boolean,
): ModeStyles {
  const palette = sitePalette({ ...theme.palette[mode] }, settings, mode);
  const elevation = theme.elevation[mode];
  const { ground, inks } = cardColours(palette, settings, mode);
  const form = formColours(theme, settings, mode);
  const { inks: panel } = cardColours(palette, { ...settings, card_background_color: '' }, mode);
  return {
    page: block({
      ...palette,
      'shadow-raised': elevation.raised,
      'shadow-overlay': elevation.overlay,
      key: elevation.key,
      'key-primary': elevation.keyPrimary,
      ...struckColours(palette, settings),
    }),
    landing: block(landingPalette(palette, settings, mode)),
    card:
      ground === null && hasNone(inks)
        ? ''
        : `${ground === null ? '' : `background:${ground};`}${block(inks)}color:var(--ink);`,
    panel: hasNone(panel) ? '' : `${block(panel)}color:var(--ink);`,
    form: hasForm
      ? `${block({ ...palette, ...form.changed })}color:var(--ink);${form.hasGround ? 'background:var(--bg);--form-inset:clamp(1rem,4vw,1.75rem);' : 'background:none;--form-inset:0px;'}`
      : '',
    ribbons: ribbonKinds.map((kind) => [kind, block(coloursOnAccent(kind, settings, palette['accent'] ?? ''))]),
  };
}

/** A price that is struck through, where the site chose a colour for it: on the page, and on a button. */
function struckColours(palette: Palette, settings: SettingValues): Palette {
  const chosen = readSetting(settings, 'promotion_settings.price_strike_through_color');
  const on = (...names: string[]): string | null =>
    correctColour(
      chosen ?? '',
      names.map((name) => palette[name] ?? ''),
    );
  const page = on('bg', 'surface');
  const button = on('accent', 'accent-strong');
  return { ...(page === null ? {} : { struck: page }), ...(button === null ? {} : { 'struck-on-accent': button }) };
}

const hasNone = (properties: Palette): boolean => Object.keys(properties).length === 0;
const block = (properties: Palette): string =>
  Object.entries(properties)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');

function sharedProperties(theme: ThemeDefinition, settings: SettingValues): Palette {
  const { typography, shape, spacing, density, motion, media, lock, focus, landing } = theme;
  const chosen = theme.fonts.find((font) => font.family === readSetting(settings, 'font_family'))?.family;
  const px = (value: number): string => (value === 0 ? '0px' : `${value}px`);
  const styles = Object.entries(typography.scale).flatMap(([name, style]) => [
    [`size-${name}`, fluid(style.size)],
    [`line-${name}`, String(style.line)],
    [`weight-${name}`, String(style.weight)],
    [`tracking-${name}`, `${style.tracking}em`],
    [`stretch-${name}`, style.stretch ?? '100%'],
  ]);
  return {
    'font-display': stack(typography.display, typography.otherScripts),
    'font-text': stack(chosen ? { ...typography.text, family: chosen } : typography.text, typography.otherScripts),
    'font-figures': stack(typography.figures, typography.otherScripts),
    'weight-text': String(typography.text.weight),
    'weight-strong': String(typography.text.strong),
    'stretch-display': typography.display.stretch ?? '100%',
    'stretch-figures': typography.figures.stretch ?? '100%',
    ...Object.fromEntries(styles),
    'radius-s': px(shape.s),
    'radius-field': px(shape.field),
    'radius-control': px(shape.control),
    'radius-media': px(shape.media),
    'radius-panel': px(shape.panel),
    'radius-dialog': px(shape.dialog),
    'radius-sheet': px(shape.sheet),
    gutter: fluid(spacing.gutter),
    'page-width': px(spacing.pageWidth),
    'grid-column': px(spacing.gridColumn),
    'grid-row': px(spacing.gridRow),
    'card-inset': px(spacing.cardInset),
    section: px(spacing.section),
    control: rem(density.control),
    'control-s': rem(density.controlSmall),
    'control-l': rem(density.controlLarge),
    'field-height': rem(density.field),
    row: rem(density.row),
    'top-bar': fluid(density.topBar),
    'bottom-bar': rem(density.bottomBar),
    ribbon: rem(density.ribbon),
    'ratio-card': media.cardRatio,
    'hover-scale': String(media.hoverScale),
    'lock-blur': px(lock.blur),
    'lock-scale': String(lock.scale),
    'lock-saturate': String(lock.saturate),
    'lock-brightness': String(lock.brightness),
    fast: `${motion.fast}ms`,
    base: `${motion.base}ms`,
    slow: `${motion.slow}ms`,
    unlock: `${motion.unlock}ms`,
    ease: motion.ease,
    'focus-width': px(focus.width),
    'focus-offset': px(focus.offset),
    'hero-height': landing.heroHeight.wide,
    'hero-height-tablet': landing.heroHeight.tablet,
    'hero-height-phone': landing.heroHeight.phone,
  };
}

/** The family, one of the system's with the same measures while it loads, then what is like it. */
const stack = (family: ThemeFamily, others: string): string =>
  `'${family.family}','${family.family} Fallback',${family.fallback},${others}`;

const rem = (pixels: number): string => `${Number((pixels / 16).toFixed(4))}rem`;

/** Grows evenly from 390 to 820 and from there to 1440 pixels; in rem, so that a person's own size counts. */
function fluid({ phone, tablet, wide }: Stepped<number>): string {
  if (phone === tablet && tablet === wide) return rem(phone);
  const part = (from: number, to: number, start: number, end: number, low: string): string => {
    const [small, large] = [Math.min(from, to), Math.max(from, to)];
    const slope = `${Number((((to - from) / (end - start)) * 100).toFixed(4))}vw`;
    const base = rem(from - ((to - from) / (end - start)) * start);
    return `clamp(${low === '' ? rem(small) : low},${base} + ${slope},${rem(large)})`;
  };
  const first = part(phone, tablet, 390, 820, '');
  if (tablet === wide) return first;
  const second = part(0, wide - tablet, 820, 1440, wide > tablet ? '0px' : '');
  return phone === tablet ? `calc(${rem(phone)} + ${second})` : `calc(${first} + ${second})`;
}
