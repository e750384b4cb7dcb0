import type { Components, CSSObject, Theme } from '@mui/material/styles';
import { icon, phone } from './controls.ts';

const sheet = '@media (max-width: 599.98px)';

/** Of what opens at a control. */
export const frame: CSSObject = {
  border: '1px solid var(--line-2)',
  borderRadius: 'var(--radius-field)',
  background: 'var(--raised)',
  boxShadow: 'var(--shadow-overlay)',
};

/** What lies over the page. `layers` is where it is put; the page's own rule keeps it from scrolling underneath. */
export const overlays = (layers: HTMLElement | null): Components<Theme> => ({
  MuiModal: { defaultProps: { container: layers, disableScrollLock: true } },
  MuiPopover: {
    defaultProps: { container: layers, disableScrollLock: true, transitionDuration: 120 },
    styleOverrides: {
      paper: frame,
    },
  },
  MuiPopper: { defaultProps: { container: layers } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiBackdrop: {
    styleOverrides: {
      root: { background: 'var(--scrim)', backdropFilter: 'blur(3px)' },
      invisible: { background: 'none', backdropFilter: 'none' },
    },
  },
  MuiDialog: {
    defaultProps: { container: layers, disableScrollLock: true, transitionDuration: 180 },
    styleOverrides: {
      paper: {
        ...icon('1rem'),
        inlineSize: 'min(var(--dialog-width, 27rem), calc(100vw - 2rem))',
        maxWidth: 'none',
        maxHeight: 'calc(100dvh - 3rem)',
        margin: 'auto',
        borderRadius: 'var(--radius-dialog)',
        boxShadow: 'var(--shadow-overlay)',
        overscrollBehavior: 'contain',
        [sheet]: {
          '&[data-shape="sheet"]': {
            inlineSize: '100%',
            maxHeight: '90dvh',
            marginBlockEnd: 0,
            borderEndStartRadius: 0,
            borderEndEndRadius: 0,
            paddingBlockEnd: 'env(safe-area-inset-bottom)',
          },
          '&[data-shape="full"]': { inlineSize: '100%', blockSize: '100dvh', maxHeight: 'none', borderRadius: 0 },
        },
      },
    },
  },
  MuiDrawer: { defaultProps: { container: layers, disableScrollLock: true } },
  MuiMenu: {
    styleOverrides: {
      paper: {
        minInlineSize: '11rem',
        maxInlineSize: 'calc(100vw - 1rem)',
        maxBlockSize: 'min(24rem, calc(100% - 2rem))',
        marginBlockStart: 4,
      },
      list: { display: 'grid', padding: '0.3125rem' },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        ...icon('1rem'),
        '& .icon': { ...(icon('1rem')['& .icon'] as object), color: 'var(--ink-3)' },
        minHeight: '2.125rem',
        gap: '0.625rem',
        padding: '0.25rem 0.625rem',
        borderRadius: 6,
        fontWeight: 550,
        '&:hover, &.Mui-focusVisible': { background: 'var(--hover)' },
        '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': { background: 'var(--accent-soft)' },
        '&[data-tone="bad"], &[data-tone="bad"] .icon': { color: 'var(--bad)' },
        '&:focus-visible': { outlineOffset: -2 },
        '@media (hover: none)': { minHeight: '2.75rem' },
        [phone]: { minHeight: '2.75rem' },
      },
    },
  },
});
