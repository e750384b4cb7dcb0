import { createContext, useContext, useEffect, useRef } from 'react';

/** Told of a way out that was not taken yet, and how to take it. */
export type AskToLeave = (go: () => void) => void;
/** Whether a path belongs to the form too, and leads nobody away from it. */
export type IsWithin = (path: string) => boolean;

export interface HoldOptions {
  /** Addresses between which nobody is asked. */
  readonly isWithin?: IsWithin | undefined;
  /** Asked at the moment of it: whether what was typed is there again after a reload. */
  readonly isKept?: (() => boolean) | undefined;
}

type Hold = (ask: AskToLeave, isWithin: IsWithin) => () => void;
const HoldContext = createContext<Hold>(() => () => {});
export const HoldProvider = HoldContext.Provider;

/**
 * Holds the page while something typed would be lost: Back, Forward and links wait for the answer to `ask`; closing or
 * reloading the page lets the browser ask, unless what was typed is kept over that. Call the result once leaving is
 * decided.
 */
export function useHeldPage(isHeld: boolean, ask: AskToLeave, { isWithin, isKept }: HoldOptions = {}): () => void {
  const hold = useContext(HoldContext);
  const current = useRef({ ask, isWithin, isKept });
  current.current = { ask, isWithin, isKept };
  const release = useRef(() => {});
  useEffect(() => {
    if (!isHeld) return undefined;
    const letGo = hold(
      (go) => current.current.ask(go),
      (path) => current.current.isWithin?.(path) ?? false,
    );
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (!current.current.isKept?.()) event.preventDefault();
    };
    addEventListener('beforeunload', onUnload);
    release.current = () => {
      letGo();
      removeEventListener('beforeunload', onUnload);
    };
    return () => release.current();
  }, [isHeld, hold]);
  return () => release.current();
}
