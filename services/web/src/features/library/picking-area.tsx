import type { LibraryMedia } from '@backlot/contracts/library';
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { PickingProvider, type PickOrder } from '../../entities/upload/picking-media.ts';

const MediaPicker = lazy(async () => ({ default: (await import('./media-picker.tsx')).MediaPicker }));

interface Asked {
  readonly order: PickOrder;
  readonly answer: (media: readonly LibraryMedia[] | null) => void;
}

/** Lets every form within take files from the library, without any of them knowing it. */
export function PickingArea({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback(
    (order: PickOrder) =>
      new Promise<readonly LibraryMedia[] | null>((answer) => {
        setAsked({ order, answer });
      }),
    [],
  );
  const end = (media: readonly LibraryMedia[] | null): void => {
    asked?.answer(media);
    setAsked(null);
  };
  return (
    <PickingProvider value={ask}>
      {children}
      {asked === null ? null : (
        <Suspense fallback={null}>
          <MediaPicker {...asked.order} onPick={end} onClose={() => end(null)} />
        </Suspense>
      )}
    </PickingProvider>
  );
}
