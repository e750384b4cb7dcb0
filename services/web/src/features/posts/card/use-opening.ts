import { useEffect, useState } from 'react';

export type OpeningPhase = 'closed' | 'loading' | 'sharpening' | 'open';

/** Milliseconds of the sharpening; the stylesheets have the same figure in `--slow`. */
const sharpeningMs = 260;

/**
 * From a closed picture to an open one in place: the sharp one is loaded behind the blur, sharpens for 240 ms, and
 * only then is the blur taken away. A post that was open from the start is simply open.
 */
export function useOpening(isOpen: boolean): { readonly phase: OpeningPhase; readonly onReady: () => void } {
  const [phase, setPhase] = useState<OpeningPhase>(isOpen ? 'open' : 'closed');
  if (isOpen && phase === 'closed') setPhase('loading');
  if (!isOpen && phase !== 'closed') setPhase('closed');
  useEffect(() => {
    if (phase !== 'sharpening') return undefined;
    keepFocus();
    const timer = setTimeout(() => setPhase('open'), sharpeningMs);
    return () => clearTimeout(timer);
  }, [phase]);
  return { phase, onReady: () => setPhase((now) => (now === 'loading' ? 'sharpening' : now)) };
}

/** The button that opened it goes: whoever was on it stays with the post. */
function keepFocus(): void {
  const post = document.activeElement?.closest('[data-opening]')?.closest('article');
  post?.querySelector<HTMLElement>('.post-caption a, .post-side :is(h1, h2)')?.focus({ preventScroll: true });
}
