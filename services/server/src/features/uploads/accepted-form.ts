import type { MediaVariant } from './media-rows.ts';

/**
 * A size of a picture (`w…`) in the best form that a browser says it can show: AVIF where that was made, JPEG of about
 * the size for old ones that name what they can and WebP is not among it, else WebP as it was asked for.
 */
export function acceptedForm(variants: readonly MediaVariant[], asked: MediaVariant, accept = ''): MediaVariant {
  const step = /^w(\d+)$/.exec(asked.name)?.[1];
  if (step === undefined) return asked;
  const named = (name: string): MediaVariant | undefined => variants.find((one) => one.name === name);
  if (accept.includes('image/avif')) return named(`a${step}`) ?? asked;
  const isOld = /image\/[a-z]/.test(accept) && !accept.includes('image/webp');
  return isOld ? (asked.width > 960 ? named('jpeg1600') : undefined) ?? named('jpeg960') ?? asked : asked;
}
