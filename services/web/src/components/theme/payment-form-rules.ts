import { findSetting, type SettingKey } from '@backlot/domain/settings';
import { readSetting, type SettingValues } from '../../lib/settings.ts';

/** Room and corners of the card form, and the corners of its fields: the provider's field takes the first. */
export function paymentFormRules(settings: SettingValues): string[] {
  const radii = lengthsOf(readSetting(settings, 'payment_form_radius'));
  const [top, end = top, bottom = top, start = end] = lengthsOf(readSetting(settings, 'payment_form_padding'));
  return [
    radii[0] === undefined ? '' : `.payment-form{border-radius:${radii.join(' ')};--radius-field:${radii[0]};}`,
    // As written from the top clockwise, for a language that begins at the left; at the sides what a phone has room for.
    top === undefined
      ? ''
      : `.payment-form{padding-block:${top} ${bottom};padding-inline:min(${start},8vw) min(${end},8vw);}`,
  ];
}

/** Sizes of the subscribe page's words, from telephones to wide screens; the defaults stand for the theme's own. */
export function subscribePageRules(settings: SettingValues): string[] {
  return [
    stepped(settings, 'new_signup_design_title_font_size', '.subscribe-intro h1', '15vw'),
    stepped(settings, 'new_signup_design_description_font_size', '.subscribe-intro .offer-lede', '8vw'),
  ];
}

type Sizes = 'new_signup_design_title_font_size' | 'new_signup_design_description_font_size';

function stepped(settings: SettingValues, key: Sizes, selector: string, most: string): string {
  const chosen = readSetting(settings, key);
  if (!chosen || chosen === usual(key)) return '';
  return lengthsOf(chosen, '|')
    .map((size, step) => {
      // Neither nothing nor more than the narrowest screen holds.
      const rule = `${selector}{font-size:clamp(1rem,${size},max(1rem,${most}));}`;
      const from = widths[step - 1];
      return from === undefined ? rule : `@media (min-width:${from}px){${rule}}`;
    })
    .join('');
}

/** Where ribbons step as well. */
const widths = [576, 992, 1440] as const;

const usual = (key: SettingKey): unknown => findSetting(key)?.default;

/** A bare number counts pixels. */
const lengthsOf = (sizes: string | undefined, between = ' '): string[] =>
  sizes ? sizes.split(between).map((size) => (/\d$/.test(size) ? `${size}px` : size)) : [];
