import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import rtl from '@mui/stylis-plugin-rtl';
import { ThemeProvider } from '@mui/material/styles';
import { useMemo, type ReactNode } from 'react';
import { useBootstrap } from '../lib/site.tsx';
import { muiTheme } from './mui-theme.ts';

/** Around what uses Material UI. Loaded with it and never before, and its styles carry the page's nonce. */
export function MuiArea({ children }: { children: ReactNode }) {
  const { nonce, site } = useBootstrap();
  const isRtl = site.direction === 'rtl';
  const cache = useMemo(() => createCache({ key: isRtl ? 'mr' : 'm', nonce, prepend: true, ...(isRtl ? { stylisPlugins: [rtl] } : {}) }), [nonce, isRtl]);
  const theme = useMemo(() => muiTheme(site.direction), [site.direction]);
  return <CacheProvider value={cache}><ThemeProvider theme={theme}>{children}</ThemeProvider></CacheProvider>;
}
