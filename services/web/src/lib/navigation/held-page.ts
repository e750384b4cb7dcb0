import { createContext, useContext, useEffect, useRef } from 'react';

/** Told of a way out that was not taken yet, and how to take it. */
export type AskToLeave = (go: () => void) => void;
/** Whether a path belongs to the form too, and leads nobody away from it. */
export type IsWithin = (path: string) => boolean;

type Hold = (ask: AskToLeave, isWithin: IsWithin) => () => void;
const HoldContext = createContext<Hold>(() => () => {});
export const HoldProvider = HoldContext.Provider;

/**
 * Holds the page while something typed would be lost: Back, Forward and links wait for the answer to `ask`; closing or
 * reloading the page lets the browser ask. Call the result once leaving is decided.
 */
export function useHeldPage(isHeld: boolean, ask: AskToLeave, isWithin: IsWithin = nowhere): () => void {
  const hold = useContext(HoldContext);
  const current = useRef({ ask, isWithin });
  current.current = { ask, isWithin };
  const release = useRef(() => {});
  useEffect(() => {
    if (!isHeld) return undefined;
    const letGo = hold(
      (go) => current.current.ask(go),
      (path) => current.current.isWithin(path),
    );
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

const nowhere: IsWithin = () => false;
