import type { Components, Theme } from '@mui/material/styles';
import { icon, phone } from './controls.ts';

/** Fields: the label stands above, the frame is the one of the tokens. */
export const fields: Components<Theme> = {
  MuiFormControl: {
    styleOverrides: {
      root: {
        '&.filter-select': { flex: 'none', flexDirection: 'row', alignItems: 'center', verticalAlign: 'middle' },
      },
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: {
        marginBlockEnd: '0.375rem',
        color: 'var(--ink)',
        fontSize: 'var(--size-label)',
        fontWeight: 600,
        lineHeight: 1.4,
        '&.Mui-focused, &.Mui-error': { color: 'var(--ink)' },
        '.filter-select > &': { margin: 0, fontSize: 'var(--size-meta)', fontWeight: 400, color: 'var(--ink-2)' },
        '&.Mui-disabled': { color: 'var(--ink-3)' },
      },
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: {
        margin: '0.375rem 0 0',
        color: 'var(--ink-3)',
        fontSize: 'var(--size-meta)',
        lineHeight: 1.4,
        '&.Mui-error': { color: 'var(--bad)', fontWeight: 550 },
      },
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: {
        ...icon('1rem'),
        minHeight: 'var(--control)',
        gap: '0.5rem',
        paddingInline: '0.625rem',
        borderRadius: 'var(--radius-field)',
        background: 'var(--surface)',
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--ink-3)' },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--focus)', borderWidth: 2 },
        // Within a pill of filters the pill is the frame.
        '.filter-select &': {
          minHeight: '1.625rem',
          padding: 0,
          background: 'none',
          fontSize: 'var(--size-meta)',
          fontWeight: 600,
          '& .MuiOutlinedInput-notchedOutline': { border: 0 },
          '& .MuiSelect-select': { paddingInline: '0.375rem 1.75rem !important' },
        },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--bad)' },
      },
      input: {
        height: 'auto',
        padding: '0.3125rem 0',
        '&::placeholder': { color: 'var(--ink-3)', opacity: 1 },
        '&::-webkit-search-cancel-button': { appearance: 'none' },
        // A telephone enlarges the page for a field with smaller letters.
        '&:not(.MuiSelect-select)': { [phone]: { fontSize: '1rem' } },
      },
      multiline: { paddingBlock: '0.5rem' },
      notchedOutline: { borderColor: 'var(--outline)' },
    },
  },
  MuiInputAdornment: {
    styleOverrides: { root: { margin: 0, color: 'var(--ink-3)', '& p': { color: 'inherit' } } },
  },
  MuiSelect: {
    styleOverrides: {
      select: { minHeight: 0, paddingInlineEnd: '1.25rem !important' },
      icon: {
        ...icon('1rem'),
        inlineSize: '1rem',
        blockSize: '1rem',
        insetInlineEnd: '0.625rem',
        color: 'var(--ink-3)',
      },
    },
  },
};
