import { useTheme } from '@mui/material/styles';

/** Where a line begins and ends, for what Material UI places by left and right. */
export const useEnds = (): { readonly start: 'left' | 'right'; readonly end: 'left' | 'right' } =>
  useTheme().direction === 'rtl' ? { start: 'right', end: 'left' } : { start: 'left', end: 'right' };
