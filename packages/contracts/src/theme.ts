/**
 * What `themes/<name>/theme.json` says: the one shape of every built-in theme. Names of colours, sizes and motions
 * are the names of the page's custom properties without their dashes in front.
 */
export interface ThemeDefinition {
  readonly name: string;
  /** What the settings screen calls it. */
  readonly label: string;
  /** One sentence: what it feels like. */
  readonly character: string;
  /** The mode it was drawn in first; a visitor whose device asks for neither gets this one. */
  readonly nativeMode: 'light' | 'dark';
  readonly palette: { readonly light: ThemePalette; readonly dark: ThemePalette };
  readonly fonts: readonly ThemeFont[];
  readonly typography: ThemeTypography;
  readonly shape: ThemeShape;
  /** Multiples of 4 px but for hairlines. */
  readonly spacing: ThemeSpacing;
  readonly density: ThemeDensity;
  readonly elevation: { readonly light: ThemeElevation; readonly dark: ThemeElevation };
  readonly media: ThemeMedia;
  readonly lock: ThemeLock;
  readonly motion: ThemeMotion;
  readonly focus: { readonly width: number; readonly offset: number };
  readonly landing: { readonly layout: LandingLayout; readonly heroHeight: Stepped<string>; readonly hero: string };
  readonly variants: ThemeVariants;
}

/** A CSS colour. Those that text stands on or is written in are `#rrggbb`, so that contrast can be computed. */
export type ThemeColour = string;

export interface ThemePalette {
  /** Page, panel, above a panel, wells and skeletons. */
  readonly bg: ThemeColour;
  readonly surface: ThemeColour;
  readonly raised: ThemeColour;
  readonly sunk: ThemeColour;
  /** Text: primary, secondary, tertiary; each at least 4.5:1 on page, panel and well. */
  readonly ink: ThemeColour;
  readonly 'ink-2': ThemeColour;
  readonly 'ink-3': ThemeColour;
  /** Decorates and parts; needs no contrast. */
  readonly line: ThemeColour;
  /** Edges of controls: at least 3:1. */
  readonly outline: ThemeColour;
  readonly accent: ThemeColour;
  /** The accent under the pointer. */
  readonly 'accent-strong': ThemeColour;
  /** Lower edge of a key that travels; the accent itself where keys are flat. */
  readonly 'accent-edge': ThemeColour;
  readonly 'on-accent': ThemeColour;
  /** The accent as text and as focus ring. */
  readonly 'accent-text': ThemeColour;
  /** State that is well: yours, free, running. */
  readonly good: ThemeColour;
  readonly 'good-soft': ThemeColour;
  readonly 'on-good': ThemeColour;
  readonly bad: ThemeColour;
  readonly 'bad-soft': ThemeColour;
  readonly 'on-bad': ThemeColour;
  /** Over pictures, behind dialogs, over blurred pictures. */
  readonly glass: ThemeColour;
  readonly scrim: ThemeColour;
  readonly 'lock-shade': string;
  /** Text and marks over pictures, in both modes the same. */
  readonly 'on-media': ThemeColour;
  /** Drawn lines: progress, waveforms, charts. */
  readonly trace: ThemeColour;
}

export interface ThemeFont {
  readonly family: string;
  readonly style: 'normal' | 'italic';
  /** One weight or a range: `400`, `400 700`. */
  readonly weight: string;
  /** A range of widths where the file has them: `100% 125%`. */
  readonly stretch?: string;
  /** woff2, from the theme's own folder. */
  readonly file: string;
  /** The file it was cut from (`scripts/pictures/fonts.mjs`): path of the package. */
  readonly source: string;
  readonly unicodeRange: string;
  /** The first picture of a page needs it. */
  readonly preload: boolean;
  readonly licence: string;
}

export interface ThemeFamily {
  readonly family: string;
  readonly fallback: string;
  readonly weight: number;
  readonly strong: number;
  readonly stretch?: string;
}
export type ThemeTextName =
  | 'hero'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'dialog'
  | 'caption'
  | 'lede'
  | 'body'
  | 'label'
  | 'meta'
  | 'micro'
  | 'price'
  | 'readout';
export interface ThemeTextStyle {
  readonly family: 'display' | 'text' | 'figures';
  /** Pixels at 390, 820 and 1440 wide; between them it grows evenly. */
  readonly size: Stepped<number>;
  readonly line: number;
  readonly weight: number;
  /** em. */
  readonly tracking: number;
  readonly stretch?: string;
}
export interface ThemeTypography {
  readonly display: ThemeFamily;
  readonly text: ThemeFamily;
  readonly figures: ThemeFamily;
  /** One phrase of a title may be set apart so. Null: the theme has no such manner. */
  readonly emphasis: { readonly style: 'italic'; readonly weight: number } | null;
  readonly numbers: string;
  /** Scripts that the files lack (Arabic and others) are set in this. */
  readonly otherScripts: string;
  readonly scale: Readonly<Record<ThemeTextName, ThemeTextStyle>>;
}

export interface Stepped<T> {
  readonly phone: T;
  readonly tablet: T;
  readonly wide: T;
}

/** Radii in pixels. */
export interface ThemeShape {
  readonly s: number;
  readonly field: number;
  readonly control: number;
  readonly media: number;
  readonly panel: number;
  readonly dialog: number;
  readonly sheet: number;
  readonly hairline: number;
}
export interface ThemeSpacing {
  readonly unit: 4;
  readonly gutter: Stepped<number>;
  readonly pageWidth: number;
  readonly gridColumn: number;
  readonly gridRow: number;
  readonly cardInset: number;
  readonly section: number;
}
/** Heights in pixels. */
export interface ThemeDensity {
  readonly control: number;
  readonly controlSmall: number;
  readonly controlLarge: number;
  readonly field: number;
  readonly row: number;
  readonly topBar: Stepped<number>;
  readonly bottomBar: number;
  readonly ribbon: number;
  readonly target: 44;
}
export interface ThemeElevation {
  readonly raised: string;
  readonly overlay: string;
  readonly key: string;
  readonly keyPrimary: string;
}
export interface ThemeMedia {
  readonly cardRatio: string;
  readonly hoverScale: number;
  readonly galleryMark: 'pill' | 'chip';
}
export interface ThemeLock {
  readonly style: 'haze' | 'grille';
  /** Of the picture that the server made small; pixels. */
  readonly blur: number;
  readonly scale: number;
  readonly saturate: number;
  readonly brightness: number;
  /** Holes of the grille; null for a haze. */
  readonly holes: { readonly pitch: number; readonly radius: number; readonly plate: readonly [string, string] } | null;
}
/** Milliseconds; all zero when the visitor asked for less motion. */
export interface ThemeMotion {
  readonly fast: number;
  readonly base: number;
  readonly slow: number;
  readonly ease: string;
  readonly unlock: number;
}

export type LandingLayout = 'theme-1' | 'theme-2' | 'theme-3';

/** Choices among built-in parts. */
export interface ThemeVariants {
  /** `open`: a picture with words under it. `module`: a panel with a legend row. */
  readonly cardFrame: 'open' | 'module';
  readonly grid: 'gaps' | 'hairlines';
  readonly navigation: 'bar' | 'rail';
  readonly priceButton: 'pill' | 'split-key';
  readonly tagFilter: 'chips' | 'jacks';
  readonly divider: 'space' | 'punched-rail';
  readonly dialogs: 'soft' | 'panel';
  readonly busy: 'ring' | 'trace';
  readonly bottomBarMark: 'tint' | 'top-edge';
}
