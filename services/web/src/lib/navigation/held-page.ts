import { createContext, useContext, useEffect, useRef } from 'react';

/** Told of a way out that was not taken yet, and how to take it. */
export type AskToLeave = (go: () => void) => void;

const HoldContext = createContext<(ask: AskToLeave) => () => void>(() => () => {});
export const HoldProvider = HoldContext.Provider;

/**
 * Holds the page while something typed would be lost: Back, Forward and links wait for the answer to `ask`; closing or
 * reloading the page lets the browser ask. Call the result once leaving is decided.
 */
export function useHeldPage(isHeld: boolean, ask: AskToLeave): () => void {
  const hold = useContext(HoldContext);
  const current = useRef(ask);
  current.current = ask;
  const release = useRef(() => {});
  useEffect(() => {
    if (!isHeld) return undefined;
    const letGo = hold((go) => current.current(go));
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', onUnload);
    release.current = () => {
      letGo();
      removeEventListener('beforeunload', onUnload);
    };
    return () => release.current();
  }, [isHeld, hold]);
  return () => release.current();
}
