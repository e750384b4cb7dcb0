import { useCallback, useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';

const prefix = 'typed:';
const storage = (): Storage | null => {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
};

const readText = (name: string): string | null => storage()?.getItem(prefix + name) ?? null;

export function readKept<T>(name: string): T | null {
  try {
    return JSON.parse(readText(name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export function writeKept(name: string, value: unknown): void {
  try {
    storage()?.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // No storage: what was typed lives as long as the form.
  }
}

/** Whether this is what a reload would find: without storage nothing is. */
export const isKept = (name: string, value: unknown): boolean => readText(name) === JSON.stringify(value);

export const forgetKept = (name: string): void => storage()?.removeItem(prefix + name);

/** At the end of a session: the next person at this browser is another one. */
export function forgetAllKept(): void {
  const held = storage();
  if (held) for (const key of Object.keys(held)) if (key.startsWith(prefix)) held.removeItem(key);
}

/**
 * What a person types into a form, kept for this tab: it is there again after Back, Escape, a login, an error and a
 * reload. Never for passwords or cards. `forget` when it was sent.
 */
export function useKept<T>(
  name: string,
  initial: T | (() => T),
): readonly [T, Dispatch<SetStateAction<T>>, () => void] {
  const [value, setValue] = useState(initial);
  const isChanged = useRef(false);
  useEffect(() => {
    const kept = readKept<T>(name);
    if (kept !== null) setValue(kept);
    isChanged.current = false;
  }, [name]);
  useEffect(() => {
    if (isChanged.current) writeKept(name, value);
  }, [name, value]);
  const change = useCallback((next: SetStateAction<T>) => {
    isChanged.current = true;
    setValue(next);
  }, []);
  const forget = useCallback(() => {
    isChanged.current = false;
    forgetKept(name);
  }, [name]);
  return [value, change, forget];
}
