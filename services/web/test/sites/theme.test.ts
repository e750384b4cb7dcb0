import { contrastRatio, parseColour, type Rgb } from '@backlot/domain/sites/contrast';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardColours, paymentFormColours, sitePalette } from '../../src/components/theme/own-colours.ts';
import { themeStyles } from '../../src/components/theme/theme-styles.ts';
import { findTheme } from '../../src/components/theme/themes.ts';

const themes = ['kiln', 'rack'].map((name) => findTheme(name).definition);
const ratio = (one: string | undefined, other: string | undefined): number =>
  contrastRatio(parseColour(one ?? '') as Rgb, parseColour(other ?? '') as Rgb);
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe("a creator's colours", () => {
  it('whatever they are, text on the accent and the accent as text can be read', () => {
    fc.assert(
      fc.property(
        colour,
        fc.constantFrom(...themes),
        fc.constantFrom('light' as const, 'dark' as const),
        (accent, theme, mode) => {
          const palette = sitePalette({ ...theme.palette[mode] }, { theme_color: accent }, mode);
          expect(ratio(palette['on-accent'], palette['accent'])).toBeGreaterThanOrEqual(4.5);
          expect(ratio(palette['accent-text'], palette['bg'])).toBeGreaterThanOrEqual(4.5);
          expect(ratio(palette['accent'], palette['bg'])).toBeGreaterThanOrEqual(3);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('a background keeps its mode, and everything on it stays readable', () => {
    fc.assert(
      fc.property(
        colour,
        fc.constantFrom(...themes),
        fc.constantFrom('light' as const, 'dark' as const),
        (background, theme, mode) => {
          const palette = sitePalette({ ...theme.palette[mode] }, { site_background_color: background }, mode);
          for (const name of ['ink', 'ink-2', 'accent-text'])
            expect(ratio(palette[name], palette['bg'])).toBeGreaterThanOrEqual(4.5);
        },
      ),
      { numRuns: 60 },
    );
    const [kiln] = themes;
    expect(sitePalette({ ...kiln!.palette.dark }, { site_background_color: '#ffffff' }, 'dark')['bg']).toBe(
      kiln!.palette.dark.bg,
    );
  });
});

describe("the card form's own colours", () => {
  it('whatever they are, its words read on it and in its fields, and fields and buttons stand out', () => {
    fc.assert(
      fc.property(
        fc.tuple(colour, colour, colour, colour, colour, colour),
        fc.constantFrom(...themes),
        fc.constantFrom('light' as const, 'dark' as const),
        ([background, font, field, border, button, buttonFont], theme, mode) => {
          const palette = sitePalette({ ...theme.palette[mode] }, {}, mode);
          const { changed } = paymentFormColours(
            palette,
            {
              payment_form_background_color: background,
              payment_form_font_color: font,
              payment_form_field_color: field,
              payment_form_border_color: border,
              payment_form_button_color: button,
              payment_form_button_font_color: buttonFont,
            },
            mode,
          );
          const form: Readonly<Record<string, string>> = { ...palette, ...changed };
          for (const name of ['ink', 'ink-2', 'bad']) {
            expect(ratio(form[name], form['bg'])).toBeGreaterThanOrEqual(4.4);
            expect(ratio(form[name], form['surface'])).toBeGreaterThanOrEqual(4.4);
          }
          expect(ratio(form['outline'], form['bg'])).toBeGreaterThanOrEqual(3);
          expect(ratio(form['accent'], form['bg'])).toBeGreaterThanOrEqual(3);
          expect(ratio(form['on-accent'], form['accent'])).toBeGreaterThanOrEqual(4.5);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are the page’s own where the site chose none, and a light ground is none of the dark mode', () => {
    const palette = sitePalette({ ...themes[0]!.palette.dark }, {}, 'dark');
    const none = { hasGround: false, changed: {} };
    expect(paymentFormColours(palette, {}, 'dark')).toEqual(none);
    expect(paymentFormColours(palette, { payment_form_background_color: '#ffffff' }, 'dark')).toEqual(none);
  });
});

describe('the styles of a card form with a light ground', () => {
  const formIn = (styles: string, selector: string): Readonly<Record<string, string>> => {
    const rule = styles.slice(styles.indexOf(`${selector} .payment-form{`)).match(/\{([^}]*)\}/)![1]!;
    return Object.fromEntries(rule.split(';').map((part) => part.split(/:(.*)/s).slice(0, 2) as [string, string]));
  };

  it.each(themes)('read in the dark mode too, which has no such ground: $name', (theme) => {
    const styles = themeStyles(theme, { payment_form_background_color: '#fff1c9' });
    expect(formIn(styles, ':root')).toMatchObject({ '--bg': '#fff1c9', background: 'var(--bg)' });
    const dark = formIn(styles, ':root[data-scheme=dark]');
    expect(dark['background']).toBe('none');
    for (const name of ['--ink', '--ink-2', '--bad'])
      expect(ratio(dark[name], theme.palette.dark.bg)).toBeGreaterThanOrEqual(4.4);
  });

  it('are none where the site chose none', () => {
    expect(themeStyles(themes[0]!, {})).not.toContain('.payment-form{--');
  });
});

describe('what a site sets of its pages', () => {
  const picture = { use_background_image: true, theme_background_image: '/media/public/a/picture' };
  it('a picture lies behind all pages while it is switched on, and words read over any of them', () => {
    expect(themeStyles(themes[0]!, picture)).toContain('url("/media/public/a/picture") center/cover');
    for (const off of [
      { ...picture, use_background_image: false },
      { ...picture, theme_background_image: '' },
    ])
      expect(themeStyles(themes[0]!, off)).not.toContain('body::before');
    expect(themeStyles(themes[0]!, { ...picture, theme_background_image: '/a"</style>' })).not.toMatch(/"<|<\/style/);
    fc.assert(
      fc.property(
        colour,
        colour,
        fc.constantFrom(...themes),
        fc.constantFrom('light' as const, 'dark' as const),
        (behind, ink, theme, mode) => {
          const palette = sitePalette({ ...theme.palette[mode] }, { ...picture, site_font_color: ink }, mode);
          const [under, over] = [parseColour(behind) as Rgb, parseColour(palette['bg']!) as Rgb];
          const ground = under.map((value, at) => value + (over[at]! - value) * 0.82) as unknown as Rgb;
          for (const name of ['ink', 'ink-2', 'accent-text'])
            expect(contrastRatio(parseColour(palette[name]!) as Rgb, ground)).toBeGreaterThanOrEqual(4.45);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('the navigation bar has the weight and the padding that were set, which turn with the language and fit a phone', () => {
    const css = themeStyles(themes[0]!, { navbar_font_weight: '700', navbar_padding: '4px 8px 2rem 1' });
    expect(css).toContain('.navbar :is(.navbar-items,.button){font-weight:700;}');
    expect(css).toContain('.navbar .navbar-inside{padding-block:4px 2rem;padding-inline:min(1px,6vw) min(8px,6vw);}');
    expect(themeStyles(themes[0]!, { navbar_padding: '6px' })).toContain(
      'padding-block:6px 6px;padding-inline:min(6px,6vw) min(6px,6vw)',
    );
    expect(themeStyles(themes[0]!, {})).not.toContain('.navbar');
  });
});

describe('what a site sets of its cards', () => {
  it('whatever the colours are, words on a card can be read', () => {
    fc.assert(
      fc.property(
        colour,
        colour,
        fc.constantFrom(...themes),
        fc.constantFrom('light' as const, 'dark' as const),
        (ground, ink, theme, mode) => {
          const palette = { ...theme.palette[mode] };
          const own = cardColours(palette, { card_background_color: ground, content_font_color: ink }, mode);
          for (const name of ['ink', 'ink-2', 'accent-text'])
            expect(ratio(own.inks[name] ?? palette[name as 'ink'], own.ground ?? palette.bg)).toBeGreaterThanOrEqual(
              4.5,
            );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('a ground counts in its own mode, and nothing that was not set is written', () => {
    const css = themeStyles(themes[0]!, { card_background_color: '#ffe9d6', card_header_border_color: '#aa5522' });
    expect(css.match(/\.post-card\{background:#ffe9d6;--ink:/g)).toHaveLength(1);
    expect(css).toContain('.legend,.post-who{border-block-end:1px solid #aa5522;}');
    expect(themeStyles(themes[0]!, {})).not.toMatch(/post-card|post-detail|legend|data-unlock/);
    expect(themeStyles(themes[0]!, { content_font_color: '#3a2010' })).toMatch(
      /:root \.post-detail\{--ink:#3a2010;color:var\(--ink\);\}/,
    );
  });

  it("POST-034 the words of the unlock button have the site's size; 12px, the default, leaves it to the theme", () => {
    expect(themeStyles(themes[0]!, { unlock_button_font_size: '18px' })).toContain(
      '.button[data-unlock]{font-size:18px;}',
    );
    expect(themeStyles(themes[0]!, { unlock_button_font_size: '12px' })).not.toContain('data-unlock');
  });

  it('the landing page may have families of its own, of those that the theme serves', () => {
    const [kiln] = themes;
    const families = [...new Set(kiln!.fonts.map(({ family }) => family))];
    const css = themeStyles(kiln!, { landing_title_font: families[1]!, landing_text_font: families[0]! });
    expect(css).toMatch(
      new RegExp(
        `\\.landing\\{--font-display:'${families[1]}'.*--font-text:'${families[0]}'.*font-family:var\\(--font-text\\);\\}`,
      ),
    );
    expect(themeStyles(kiln!, { landing_title_font: 'Comic Sans MS' })).not.toContain('.landing');
  });
});

describe("a theme's custom properties", () => {
  it('cover both modes, by the device and by choice', () => {
    const css = themeStyles(themes[0]!, {});
    expect(css).toContain('@media (prefers-color-scheme:dark){:root:not([data-scheme=light])');
    expect(css).toContain(':root[data-scheme=dark]{color-scheme:dark;');
    expect(css).toMatch(/--size-hero:calc\(clamp\(/);
  });

  it('the landing page may have colours of its own', () => {
    expect(themeStyles(themes[0]!, {})).not.toContain('.landing');
    expect(themeStyles(themes[0]!, { landing_button_color: '#123456' })).toMatch(
      /:root \.landing\{[^}]*--accent:#123456/,
    );
  });
});
