import type { PostView } from '@backlot/contracts/posts';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { UnlockingProvider, type Unlocking } from '../../../entities/purchase/unlocking.ts';
import { withAccountTexts } from '../../../lib/texts/texts.ts';

const loadOrder = () => withAccountTexts(import('./unlock-order.tsx'));
const UnlockOrder = lazy(async () => ({ default: (await loadOrder()).UnlockOrder }));
const UnlockDialog = lazy(async () => ({ default: (await loadOrder()).UnlockDialog }));

/** The post whose order lies over the screen, as the entry of the history says it. */
export const orderOf = ({ state }: Pick<Location, 'state'>): string | null =>
  (state as { order?: string } | null)?.order ?? null;

/**
 * Lets every screen within sell a post, without any of them knowing how. The order is an entry of the history: Back
 * closes it and nothing else.
 */
export function UnlockArea({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<PostView | null>(null);
  const location = useLocation();
  const navigate = useNavigate();
  const now = useRef({ location, navigate });
  useEffect(() => {
    now.current = { location, navigate };
  });
  const unlocking = useMemo<Unlocking>(
    () => ({
      ask: (post) => {
        const { location: here, navigate: go } = now.current;
        setAsked(post);
        if (orderOf(here) !== post._id) void go(here, { state: { ...(here.state as object | null), order: post._id } });
      },
      prepare: () => {
        void loadOrder();
      },
      Order: UnlockOrder,
    }),
    [],
  );
  const close = (): void => {
    if (orderOf(now.current.location) !== null) void now.current.navigate(-1);
  };
  const isOpen = asked !== null && orderOf(location) === asked._id;
  return (
    <UnlockingProvider value={unlocking}>
      {children}
      {isOpen ? (
        <Suspense fallback={null}>
          <UnlockDialog post={asked} onClose={close} />
        </Suspense>
      ) : null}
    </UnlockingProvider>
  );
}
