import type { Components, Theme } from '@mui/material/styles';
import { focusRing, icon, phone } from './controls.ts';

/** What is on or off, and what is one of few. */
export const choices: Components<Theme> = {
  MuiSwitch: {
    styleOverrides: {
      root: { inlineSize: '2rem', blockSize: '1.5rem', padding: '0.1875rem 0', overflow: 'visible' },
      switchBase: {
        padding: '0.3125rem 0.125rem',
        '&.Mui-checked': { transform: 'translateX(0.875rem)', color: 'var(--on-accent)' },
        '&.Mui-checked + .MuiSwitch-track': { background: 'var(--accent)', opacity: 1 },
        '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.5 },
        '&:has(:focus-visible) + .MuiSwitch-track': focusRing,
        '&:hover': { background: 'none' },
      },
      // As wide as a finger, and no wider: at the edge of a phone it would make the page wider than the window.
      input: { left: '-0.75rem', width: '2.75rem' },
      thumb: { inlineSize: '0.875rem', blockSize: '0.875rem', boxShadow: 'none', background: 'currentcolor' },
      track: { borderRadius: 9, background: 'var(--outline)', opacity: 1 },
    },
  },
  MuiCheckbox: {
    styleOverrides: {
      root: {
        ...icon('1rem'),
        padding: '0.25rem',
        borderRadius: 6,
        color: 'var(--outline)',
        '& .MuiSvgIcon-root': { fontSize: '1.25rem' },
        '&.Mui-checked, &.MuiCheckbox-indeterminate': { color: 'var(--accent)' },
        '&:has(:focus-visible)': focusRing,
        '&:hover': { background: 'color-mix(in srgb, var(--ink) 6%, transparent)' },
        [phone]: { padding: '0.625rem' },
      },
    },
  },
  MuiRadio: {
    styleOverrides: {
      root: {
        padding: '0.25rem',
        color: 'var(--outline)',
        '& .MuiSvgIcon-root': { fontSize: '1.25rem' },
        '&.Mui-checked': { color: 'var(--accent)' },
        '&:has(:focus-visible)': focusRing,
      },
    },
  },
  MuiFormControlLabel: {
    styleOverrides: {
      root: { marginInline: '-0.25rem 0', gap: '0.375rem' },
      label: { fontWeight: 500 },
    },
  },
  MuiToggleButtonGroup: {
    defaultProps: { exclusive: true, size: 'small' },
    styleOverrides: {
      root: {
        padding: 2,
        gap: 2,
        borderRadius: 'var(--radius-control)',
        background: 'var(--sunk)',
        boxShadow: 'inset 0 0 0 1px var(--line)',
      },
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: {
        ...icon('1rem'),
        minHeight: '1.75rem',
        gap: '0.375rem',
        padding: '0 0.625rem',
        border: 0,
        borderRadius: '6px !important',
        margin: '0 !important',
        color: 'var(--ink-3)',
        '&.Mui-selected, &.Mui-selected:hover': {
          background: 'var(--raised)',
          boxShadow: '0 1px 2px rgb(0 0 0 / 0.12)',
          color: 'var(--ink)',
        },
        [phone]: { minHeight: '2.25rem' },
      },
    },
  },
};
