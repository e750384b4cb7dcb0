import type { Components, CSSObject, Theme } from '@mui/material/styles';

/** Telephones get larger targets than what the tokens change by themselves. */
export const phone = '@media (max-width: 699.98px)';
export const focusRing: CSSObject = { outline: '2px solid var(--focus)', outlineOffset: 2 };
export const icon = (size: string): CSSObject => ({
  '& .icon': { inlineSize: size, blockSize: size, flex: 'none', strokeWidth: 1.75 },
});

/** Buttons: `contained` once a screen, `outlined` beside it, `text` where a frame would be noise. */
export const controls: Components<Theme> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true, disableTouchRipple: true },
    styleOverrides: { root: { '&:focus-visible': focusRing } },
  },
  MuiButton: {
    defaultProps: { variant: 'outlined', color: 'inherit', disableElevation: true, size: 'medium' },
    styleOverrides: {
      root: {
        ...icon('1rem'),
        minWidth: 0,
        minHeight: 'var(--control-s)',
        gap: '0.375rem',
        padding: '0.25rem 0.75rem',
        borderRadius: 'var(--radius-control)',
        whiteSpace: 'nowrap',
        '&.Mui-disabled, &[aria-disabled=true]': { opacity: 0.55 },
        '&[aria-disabled=true]': { cursor: 'default' },
        '& .busy-label': { display: 'inherit', alignItems: 'inherit', gap: 'inherit' },
        '&[data-busy] .busy-label': { opacity: 0 },
        '& .busy-sign': { position: 'absolute' },
      },
      outlined: {
        background: 'var(--surface)',
        borderColor: 'var(--line-2)',
        color: 'var(--ink)',
        '&:hover': { background: 'var(--hover)', borderColor: 'var(--outline)' },
        '&.Mui-disabled': { color: 'var(--ink)', borderColor: 'var(--line-2)' },
        '&.MuiButton-colorError': { color: 'var(--bad)' },
      },
      contained: {
        '&.Mui-disabled': { background: 'var(--accent)', color: 'var(--on-accent)' },
        '&.MuiButton-colorInherit': { background: 'var(--ink)', color: 'var(--bg)' },
      },
      text: {
        color: 'var(--ink-2)',
        '&:hover': { background: 'color-mix(in srgb, var(--ink) 6%, transparent)' },
        '&.MuiButton-colorPrimary': { color: 'var(--accent-text)' },
        '&.MuiButton-colorError': { color: 'var(--bad)' },
      },
      sizeSmall: {
        minHeight: '1.75rem',
        paddingInline: '0.625rem',
        fontSize: 'var(--size-meta)',
        [phone]: { minHeight: '2.5rem', paddingInline: '0.875rem' },
      },
      sizeLarge: { minHeight: 'var(--control-l)', paddingInline: '1rem' },
      startIcon: { margin: 0 },
      endIcon: { margin: 0 },
    },
  },
  MuiIconButton: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: {
        ...icon('1rem'),
        inlineSize: 'var(--control-s)',
        blockSize: 'var(--control-s)',
        padding: 0,
        flex: 'none',
        borderRadius: 'var(--radius-control)',
        color: 'var(--ink-2)',
        '&:hover': { background: 'color-mix(in srgb, var(--ink) 6%, transparent)' },
        '&.Mui-disabled': { opacity: 0.45, color: 'var(--ink-2)' },
        '&[data-framed]': { border: '1px solid var(--line-2)', background: 'var(--surface)' },
        '&[data-framed]:hover': { background: 'var(--hover)', borderColor: 'var(--outline)' },
      },
      sizeSmall: {
        inlineSize: '1.75rem',
        blockSize: '1.75rem',
        [phone]: { inlineSize: '2.5rem', blockSize: '2.5rem' },
      },
    },
  },
  MuiChip: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: {
        ...icon('0.75rem'),
        height: 'auto',
        minHeight: '1.25rem',
        borderRadius: 5,
        background: 'var(--sunk)',
        color: 'var(--ink-2)',
        fontSize: '0.71875rem',
        fontWeight: 600,
      },
      label: { paddingInline: '0.4375rem' },
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, disableInteractive: true },
    styleOverrides: {
      tooltip: {
        padding: '0.25rem 0.5rem',
        borderRadius: 'var(--radius-s)',
        background: 'var(--ink)',
        color: 'var(--bg)',
        fontSize: 'var(--size-meta)',
        fontWeight: 550,
      },
    },
  },
};
