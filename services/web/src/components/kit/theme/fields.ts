import type { Components, CSSObject, Theme } from '@mui/material/styles';
import { icon, phone } from './controls.ts';
import { frame } from './overlays.ts';

/** One entry of a field's list, as in a menu. */
const entry: CSSObject = {
  minHeight: '2.125rem',
  padding: '0.25rem 0.625rem',
  borderRadius: 6,
  fontWeight: 550,
  '&.Mui-focused, &.Mui-focusVisible': { background: 'var(--hover)' },
  '&[aria-selected="true"], &[aria-selected="true"].Mui-focused': { background: 'var(--accent-soft)' },
  '@media (hover: none)': { minHeight: '2.75rem' },
  [phone]: { minHeight: '2.75rem' },
};

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
        // Out of the way of what it names: Material UI places it in the flow, and in a later layer.
        '&.visually-hidden': { position: 'absolute', margin: 0 },
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
  MuiAutocomplete: {
    styleOverrides: {
      root: {
        // The frame is the one of every other field, with room for the arrow at its end.
        '&& .MuiOutlinedInput-root.MuiOutlinedInput-root': { padding: 0, paddingInline: '0.625rem 2.25rem' },
        '&& .MuiOutlinedInput-root .MuiAutocomplete-input': { padding: '0.3125rem 0' },
        '&& .MuiOutlinedInput-root .MuiAutocomplete-endAdornment': { insetInlineEnd: '0.25rem' },
      },
      popupIndicator: {
        margin: 0,
        color: 'var(--ink-3)',
        [phone]: { inlineSize: '1.75rem', blockSize: '1.75rem' },
        '&:hover': { background: 'none' },
      },
      paper: {
        ...frame,
        marginBlock: 4,
      },
      listbox: {
        padding: '0.3125rem',
        maxHeight: 'min(20rem, 40vh)',
        '& .MuiAutocomplete-option.MuiAutocomplete-option': { ...entry, flexWrap: 'wrap', columnGap: '1rem' },
        '& .search-note': {
          marginInlineStart: 'auto',
          [phone]: { flexBasis: '100%' },
          color: 'var(--ink-3)',
          fontSize: 'var(--size-meta)',
          fontWeight: 400,
        },
        '& .search-group > span': {
          display: 'block',
          padding: '0.5rem 0.625rem 0.25rem',
          color: 'var(--ink-3)',
          fontSize: 'var(--size-meta)',
          fontWeight: 600,
        },
        '& .search-group > ul': { margin: 0, padding: 0, listStyle: 'none' },
      },
      loading: { padding: '0.625rem 0.9375rem', color: 'var(--ink-3)' },
      noOptions: { padding: '0.625rem 0.9375rem', color: 'var(--ink-3)' },
    },
  },
  MuiSelect: {
    styleOverrides: {
      select: { minHeight: 0, paddingInline: '0 1.25rem !important' },
      icon: {
        ...icon('1rem'),
        inlineSize: '1rem',
        blockSize: '1rem',
        top: 'calc(50% - 0.5rem)',
        // A clock reads from the left in every language: Material UI's own side, which follows the site's, is undone.
        insetInlineStart: 'auto',
        insetInlineEnd: '0.625rem',
        color: 'var(--ink-3)',
      },
    },
  },
};
