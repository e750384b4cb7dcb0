import type { PostView } from '@backlot/contracts/posts';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { UnlockingProvider, type Unlocking } from '../lib/unlocking.ts';

const loadOrder = () => import('../features/checkout/unlock-order.tsx');
const UnlockOrder = lazy(async () => ({ default: (await loadOrder()).UnlockOrder }));
const UnlockDialog = lazy(async () => ({ default: (await import('../features/checkout/unlock-dialog.tsx')).UnlockDialog }));

/** Lets every screen within sell a post, without any of them knowing how. */
export function UnlockArea({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<PostView | null>(null);
  const unlocking = useMemo<Unlocking>(() => ({ ask: setAsked, prepare: () => { void loadOrder(); }, Order: UnlockOrder }), []);
  return (
    <UnlockingProvider value={unlocking}>
      {children}
      {asked === null ? null : <Suspense fallback={null}><UnlockDialog post={asked} onClose={() => setAsked(null)} /></Suspense>}
    </UnlockingProvider>
  );
}
