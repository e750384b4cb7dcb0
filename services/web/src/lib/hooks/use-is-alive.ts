import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => {};

/** False in the server's HTML and while it is taken over: for parts whose code comes later, which would be there and do nothing. */
export const useIsAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
