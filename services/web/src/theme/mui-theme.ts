import { createTheme, type Theme } from '@mui/material/styles';

const property = (name: string): string => `var(--${name})`;

/** Material UI in the clothes of the site: every value is a custom property of the page, so that light, dark and the site's own colours hold here too. */
export function muiTheme(direction: 'ltr' | 'rtl'): Theme {
  return createTheme({
    direction,
    cssVariables: { nativeColor: true, cssVarPrefix: 'part' },
    palette: {
      primary: { main: property('accent'), light: property('accent'), dark: property('accent-strong'), contrastText: property('on-accent') },
      secondary: { main: property('ink-2'), light: property('ink-2'), dark: property('ink'), contrastText: property('bg') },
      error: { main: property('bad'), light: property('bad-soft'), dark: property('bad'), contrastText: property('on-bad') },
      success: { main: property('good'), light: property('good-soft'), dark: property('good'), contrastText: property('on-good') },
      text: { primary: property('ink'), secondary: property('ink-2'), disabled: property('ink-3') },
      background: { default: property('bg'), paper: property('surface') },
      divider: property('line'),
    },
    typography: { fontFamily: property('font-text'), htmlFontSize: 16, button: { textTransform: 'none', fontWeight: 600 } },
    shape: { borderRadius: property('radius-field') as never },
    transitions: { duration: { shortest: 80, shorter: 120, short: 160, standard: 200, complex: 240, enteringScreen: 200, leavingScreen: 120 } },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: { minHeight: property('control-s'), borderRadius: property('radius-control') } } },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiDialog: { styleOverrides: { paper: { borderRadius: property('radius-dialog'), boxShadow: property('shadow-overlay') } } },
      MuiMenu: { styleOverrides: { paper: { boxShadow: property('shadow-overlay'), border: `1px solid ${property('line')}` } } },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: property('outline') } } },
      MuiTableCell: { styleOverrides: { root: { borderColor: property('line'), fontVariantNumeric: 'tabular-nums' }, head: { color: property('ink-2'), fontWeight: 600 } } },
      MuiTooltip: { styleOverrides: { tooltip: { background: property('ink'), color: property('bg') } } },
    },
  });
}
