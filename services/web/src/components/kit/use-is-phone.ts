import { useSyncExternalStore } from 'react';

const query = '(max-width: 699.98px)';

/** Whether lists take the place of tables. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
