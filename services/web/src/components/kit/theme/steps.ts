import type { Components, Theme } from '@mui/material/styles';

/** How far a job is. */
export const steps: Components<Theme> = {
  MuiStep: {
    styleOverrides: { root: { paddingInline: '0.25rem', '&:first-of-type': { paddingInlineStart: 0 } } },
  },
  MuiStepConnector: {
    styleOverrides: { line: { borderColor: 'var(--line-2)' } },
  },
  MuiStepIcon: {
    styleOverrides: {
      root: {
        color: 'var(--line)',
        '&.Mui-active': { color: 'var(--accent)', '& .MuiStepIcon-text': { fill: 'var(--on-accent)' } },
        '&.Mui-completed': { color: 'var(--good)' },
      },
      text: { fill: 'var(--ink-2)', fontSize: '0.75rem', fontWeight: 650 },
    },
  },
  MuiStepLabel: {
    styleOverrides: {
      label: {
        color: 'var(--ink-2)',
        fontWeight: 550,
        whiteSpace: 'nowrap',
        '&.Mui-active': { color: 'var(--ink)', fontWeight: 640 },
        '&.Mui-completed': { color: 'var(--ink-2)', fontWeight: 550 },
        '&.Mui-disabled': { color: 'var(--ink-3)' },
      },
    },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: { blockSize: '0.25rem', borderRadius: 2, background: 'var(--line)' },
      bar: { borderRadius: 2, background: 'var(--accent)' },
    },
  },
};
