import type { Components, Theme } from '@mui/material/styles';

/** Tables: quiet lines, a head that stays in view under the page's own. */
export const tables: Components<Theme> = {
  MuiTable: { styleOverrides: { root: { borderCollapse: 'separate', borderSpacing: 0 } } },
  MuiTableCell: {
    styleOverrides: {
      root: {
        blockSize: '2.875rem',
        padding: '0.25rem 0.625rem',
        borderBlockEnd: '1px solid var(--line)',
        fontSize: 'var(--size-body)',
        lineHeight: 'inherit',
        letterSpacing: 0,
        whiteSpace: 'nowrap',
        textAlign: 'start',
        '&:not(* + *)': { paddingInlineStart: '1rem' },
        '&:last-child': { paddingInlineEnd: '1rem' },
        '&[data-kind="number"]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums lining-nums' },
      },
      head: {
        position: 'sticky',
        insetBlockStart: 'var(--top)',
        zIndex: 4,
        blockSize: '2.125rem',
        paddingBlock: 0,
        background: 'var(--surface)',
        color: 'var(--ink-3)',
        fontSize: 'var(--size-meta)',
        fontWeight: 600,
        '&:not(* + *)': { borderStartStartRadius: 'var(--radius-panel)' },
        '&:last-child': { borderStartEndRadius: 'var(--radius-panel)' },
      },
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: {
        '&[tabindex]': { cursor: 'pointer' },
        '&:last-child > td, tbody &:last-child > th': { borderBlockEnd: 0 },
        '&.MuiTableRow-hover:hover': { background: 'none' },
        '&.MuiTableRow-hover:hover > *': { background: 'var(--hover)' },
        '&.Mui-selected, &.Mui-selected:hover': { background: 'none' },
        '&.Mui-selected > *, &.Mui-selected:hover > *': { background: 'var(--accent-soft)' },
        '&[data-open] > :not(* + *)': { boxShadow: 'inset 2px 0 0 var(--accent)' },
        '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
      },
    },
  },
  MuiTableSortLabel: {
    styleOverrides: {
      root: {
        minBlockSize: '2rem',
        gap: '0.25rem',
        font: 'inherit',
        color: 'inherit',
        '&:hover, &.Mui-active': { color: 'var(--ink)' },
        '& .icon': { inlineSize: '0.75rem', blockSize: '0.75rem', margin: 0 },
      },
    },
  },
};
