import { createTheme, type Theme } from '@mui/material/styles';
import { choices } from './choices.ts';
import { controls } from './controls.ts';
import { fields } from './fields.ts';
import { overlays } from './overlays.ts';
import { steps } from './steps.ts';
import { tables } from './tables.ts';

/** @param layers where dialogs and menus are put; null for the page's body */
export function makeTheme(direction: 'ltr' | 'rtl', layers: HTMLElement | null): Theme {
  const text = { fontSize: 'var(--size-body)', lineHeight: 1.5385 };
  const title = { fontWeight: 640, letterSpacing: '-0.012em' };
  return createTheme({
    direction,
    // The browser mixes colours itself, also of custom properties.
    cssVariables: { nativeColor: true, cssVarPrefix: 'kit' },
    palette: {
      primary: tone('accent', 'on-accent', 'accent-strong'),
      error: tone('bad', 'on-bad'),
      success: tone('good', 'on-good'),
      warning: tone('warn', 'bg'),
      info: tone('info', 'bg'),
      text: { primary: 'var(--ink)', secondary: 'var(--ink-2)', disabled: 'var(--ink-3)' },
      background: { default: 'var(--bg)', paper: 'var(--surface)' },
      divider: 'var(--line)',
      action: { hover: 'var(--hover)', selected: 'var(--accent-soft)', active: 'var(--ink-2)' },
    },
    shape: { borderRadius: 8 },
    spacing: 4,
    breakpoints: { values: { xs: 0, sm: 700, md: 900, lg: 1180, xl: 1440 } },
    typography: {
      fontFamily: 'var(--font-text)',
      body1: text,
      body2: text,
      button: { fontSize: 'var(--size-body)', fontWeight: 600, lineHeight: 1.25, textTransform: 'none' },
      caption: { fontSize: 'var(--size-meta)', lineHeight: 1.4 },
      h1: { fontSize: '1.25rem', lineHeight: 1.4, ...title },
      h2: { fontSize: '1.0625rem', lineHeight: 1.4, ...title },
      h3: { fontSize: '0.875rem', lineHeight: 1.4, ...title },
    },
    transitions: {
      duration: {
        shortest: 80,
        shorter: 100,
        short: 120,
        standard: 160,
        complex: 180,
        enteringScreen: 180,
        leavingScreen: 120,
      },
      easing: { easeInOut: ease, easeOut: ease, easeIn: ease, sharp: ease },
    },
    components: { ...controls, ...choices, ...fields, ...overlays(layers), ...steps, ...tables },
  });
}

const ease = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

const tone = (name: string, on: string, strong = name) => ({
  main: `var(--${name})`,
  light: `var(--${name})`,
  dark: `var(--${strong})`,
  contrastText: `var(--${on})`,
});
