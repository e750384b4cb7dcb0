import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { useMemo, type ReactNode } from 'react';
import { useBootstrap } from '../lib/site.tsx';
import { muiTheme } from './mui-theme.ts';

/** Around what uses Material UI. Loaded with it and never before, and its styles carry the page's nonce. */
export function MuiArea({ children }: { children: ReactNode }) {
  const { nonce, site } = useBootstrap();
  const cache = useMemo(() => createCache({ key: 'm', nonce, prepend: true }), [nonce]);
  const theme = useMemo(() => muiTheme(site.direction), [site.direction]);
  return <CacheProvider value={cache}><ThemeProvider theme={theme}>{children}</ThemeProvider></CacheProvider>;
}
