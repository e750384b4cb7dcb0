import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
// The kit's colours are the page's own custom properties: Material's provider would bring what makes them along.
import { ThemeProvider } from '@mui/system';
import type rtlPlugin from '@mui/stylis-plugin-rtl';
import { useMemo, useState, type ReactNode } from 'react';
import { useBootstrap } from '../../lib/site.tsx';
import { FloatsArea } from './floats.tsx';
import { makeTheme } from './theme/theme.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import './kit.css';

let rtl: typeof rtlPlugin | null = null;

/** Loads what turns styles round, for a language that is read from right to left. Before the first picture. */
export async function loadDirection(direction: 'ltr' | 'rtl'): Promise<void> {
  if (direction === 'rtl') rtl = (await import('@mui/stylis-plugin-rtl')).default;
}

/**
 * Material UI in this area's tokens. Colours, corners and sizes stay custom properties of the page
 * (`styles/studio-tokens.css`), so light, dark and the site's accent need nothing of it.
 */
export function MuiArea({ children }: { children: ReactNode }) {
  const { nonce, site } = useBootstrap();
  useKeptFocus();
  const [layers] = useState(makeLayers);
  const cache = useMemo(() => makeCache(nonce, site.direction === 'rtl'), [nonce, site.direction]);
  const theme = useMemo(() => makeTheme(site.direction, layers), [site.direction, layers]);
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        <FloatsArea>{children}</FloatsArea>
        {/* What opens over the page opens here: a modal hides its siblings, and so never the toasts. */}
        <div className="kit-layers" ref={(place) => void (layers && place?.append(layers))} />
      </ThemeProvider>
    </CacheProvider>
  );
}

/**
 * There before what it carries: a dialog that an address opens would lie in the body for its first moment, and hide the
 * page from screen readers with itself in it. Null on the server.
 */
function makeLayers(): HTMLElement | null {
  if (typeof document === 'undefined') return null;
  const layers = document.createElement('div');
  layers.className = 'kit-layers';
  return layers;
}

/**
 * The nonce lets the page's policy pass the style element; its rules are then added by script, which no policy meets.
 * They stand in a layer of their own, so that a screen's stylesheet has the last word.
 */
function makeCache(nonce: string, isRtl: boolean): EmotionCache {
  const cache = createCache({ key: isRtl ? 'kr' : 'k', nonce, speedy: true, stylisPlugins: isRtl && rtl ? [rtl] : [] });
  const { insert } = cache;
  cache.insert = (selector, serialized, sheet, isKept) =>
    insert(selector, { ...serialized, styles: `@layer kit{${serialized.styles}}` }, sheet, isKept);
  return cache;
}
