import { animationClass } from '@backlot/domain/sites/ribbon-animation';
import { correctColour, readableOn } from '@backlot/domain/sites/contrast';
import type { CSSProperties } from 'react';
import { readSetting, type SettingValues } from '../../lib/settings.ts';

/** Ribbons that a site gives a look of their own. */
export const ribbonKinds = ['promotion', 'resubscribe', 'announcement'] as const;
export type RibbonKind = (typeof ribbonKinds)[number];

export interface RibbonLook {
  readonly kind: RibbonKind;
  /** Custom properties of `ribbon.css`; what the site leaves open is the theme's. */
  readonly style: CSSProperties;
  /** One of `ribbonAnimations`; null for none. */
  readonly animation: string | null;
}

/** As the settings hold it; an empty one is the theme's own. */
interface Chosen {
  readonly ground?: string | undefined;
  readonly ink?: string | undefined;
  readonly timeInk?: string | undefined;
  readonly button?: string | undefined;
  readonly buttonInk?: string | undefined;
  readonly top?: string | undefined;
  readonly bottom?: string | undefined;
  /** Four, separated by `|`. */
  readonly sizes?: string | undefined;
  readonly timeSizes?: string | undefined;
  readonly font?: string | undefined;
  readonly timeFont?: string | undefined;
  readonly animation: string | undefined;
  readonly delayMs: number | undefined;
  readonly durationMs: number | undefined;
}

const chosenBy: Readonly<Record<RibbonKind, (values: SettingValues) => Chosen>> = {
  promotion: (values) => ({
    ground: readSetting(values, 'promotion_settings.ribbon_background_color'),
    ink: readSetting(values, 'promotion_settings.promo_text_color'),
    timeInk: readSetting(values, 'promotion_settings.time_text_color'),
    top: readSetting(values, 'promotion_settings.ribbon_padding_top'),
    bottom: readSetting(values, 'promotion_settings.ribbon_padding_bottom'),
    sizes: readSetting(values, 'promotion_settings.promo_text_font_size'),
    timeSizes: readSetting(values, 'promotion_settings.time_font_size'),
    font: readSetting(values, 'promotion_settings.promo_text_font'),
    timeFont: readSetting(values, 'promotion_settings.time_font'),
    animation: readSetting(values, 'promotion_settings.ribbon_animation'),
    delayMs: readSetting(values, 'promotion_settings.animation_delay'),
    durationMs: readSetting(values, 'promotion_settings.animation_duration'),
  }),
  resubscribe: (values) => ({
    ground: readSetting(values, 'resubscribe_offer_settings.ribbon_background_color'),
    ink: readSetting(values, 'resubscribe_offer_settings.text_color'),
    button: readSetting(values, 'resubscribe_offer_settings.button_color'),
    buttonInk: readSetting(values, 'resubscribe_offer_settings.button_font_color'),
    font: readSetting(values, 'resubscribe_offer_settings.text_font'),
    animation: readSetting(values, 'resubscribe_offer_settings.ribbon_animation'),
    delayMs: readSetting(values, 'resubscribe_offer_settings.animation_delay'),
    durationMs: readSetting(values, 'resubscribe_offer_settings.animation_duration'),
  }),
  announcement: (values) => ({
    ground: readSetting(values, 'announcement_banner_settings.ribbon_background_color'),
    ink: readSetting(values, 'announcement_banner_settings.promo_text_color'),
    top: readSetting(values, 'announcement_banner_settings.ribbon_padding_top'),
    bottom: readSetting(values, 'announcement_banner_settings.ribbon_padding_bottom'),
    sizes: readSetting(values, 'announcement_banner_settings.promo_text_font_size'),
    font: readSetting(values, 'announcement_banner_settings.promo_text_font'),
    animation: readSetting(values, 'announcement_banner_settings.ribbon_animation'),
    delayMs: readSetting(values, 'announcement_banner_settings.animation_delay'),
    durationMs: readSetting(values, 'announcement_banner_settings.animation_duration'),
  }),
};

/** What a site chose for a ribbon, with colours that read. */
export function ribbonLook(kind: RibbonKind, values: SettingValues): RibbonLook {
  const chosen = chosenBy[kind](values);
  const properties: Record<string, string | undefined> = {
    ...(chosen.ground ? coloursOn(chosen.ground, chosen) : {}),
    'ribbon-top': lengthOf(chosen.top),
    'ribbon-bottom': lengthOf(chosen.bottom),
    ...stepped('ribbon-size', chosen.sizes),
    ...stepped('ribbon-time-size', chosen.timeSizes),
    'ribbon-font': familyOf(chosen.font),
    'ribbon-time-font': familyOf(chosen.timeFont),
    'ribbon-delay': msOf(chosen.delayMs),
    'ribbon-duration': msOf(chosen.durationMs),
  };
  return {
    kind,
    style: Object.fromEntries(
      Object.entries(properties).flatMap(([name, value]) => (value ? [[`--${name}`, value]] : [])),
    ) as CSSProperties,
    animation: animationClass(chosen.animation ?? ''),
  };
}

/**
 * Colours of a ribbon without a ground of its own: it lies on the theme's accent, and what the site chose has to read
 * there. Empty for a ribbon with a ground, whose element carries its colours. Names without their dashes.
 */
export function coloursOnAccent(
  kind: RibbonKind,
  values: SettingValues,
  accent: string,
): Readonly<Record<string, string>> {
  const chosen = chosenBy[kind](values);
  return chosen.ground ? {} : coloursOn(accent, chosen, false);
}

function coloursOn(ground: string, chosen: Chosen, isOwn = true): Record<string, string> {
  const ink = readable(chosen.ink, ground) ?? (isOwn ? readableOn(ground) : null);
  // A button without a colour of its own has the ink of the words.
  const under = chosen.button || ink;
  return withoutNone({
    'ribbon-ground': isOwn ? ground : null,
    'ribbon-ink': ink,
    'ribbon-time-ink': readable(chosen.timeInk, ground),
    'ribbon-button': chosen.button || null,
    'ribbon-button-ink': under === null ? null : (readable(chosen.buttonInk, under) ?? readableOn(under)),
  });
}

const readable = (colour: string | undefined, on: string): string | null =>
  colour ? correctColour(colour, [on]) : null;

const withoutNone = (colours: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(colours).filter((entry): entry is [string, string] => entry[1] !== null));

/** A bare number counts pixels. */
const lengthOf = (size: string | undefined): string | undefined => (size && /^[\d.]+$/.test(size) ? `${size}px` : size);

const stepped = (name: string, sizes: string | undefined): Record<string, string> =>
  Object.fromEntries((sizes ?? '').split('|').map((size, index) => [`${name}-${index + 1}`, lengthOf(size) ?? '']));

const familyOf = (family: string | undefined): string | undefined =>
  family ? `'${family.replaceAll(/['"\\;{}<>]/g, '')}', var(--font-text)` : undefined;

const msOf = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : `${ms}ms`);
