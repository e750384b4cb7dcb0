/** Ways in which a ribbon may come in, by the names that the documents' sites know them by. */
export const ribbonAnimations = [
  'fadeIn',
  'fadeInDown',
  'fadeInUp',
  'slideInDown',
  'slideInUp',
  'slideInLeft',
  'slideInRight',
  'zoomIn',
  'zoomInDown',
  'zoomInUp',
  'bounceIn',
  'flipInX',
] as const;

/** The animation of that name. A name that is none of them stands still. */
export const animationClass = (name: string): string | null =>
  ribbonAnimations.find((animation) => animation === name.trim()) ?? null;
