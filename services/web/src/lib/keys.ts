import { useEffect, useRef } from 'react';

const key = 'single-keys';

/** Single keys can be switched off, for those whose voice or hands press them by accident (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

export function chooseSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // Kept until the page is left: then the usual holds.
  }
}

export const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);

export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Milliseconds in which the second key of a pair is awaited. */
const pairMs = 1200;

/**
 * Single keys (`c`, `?`, `/`) and pairs (`g h`) of a page. Not while somebody types, and not under a dialog.
 * `mod+k` (⌘ or Ctrl) works everywhere.
 */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    let first = { key: '', at: 0 };
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const run = (name: string): boolean => {
        const act = current.current[name];
        if (!act) return false;
        event.preventDefault();
        act(event);
        return true;
      };
      const pressed = event.key.toLowerCase();
      if (event.metaKey || event.ctrlKey)
        return void (event.altKey ? false : run(`mod+${event.shiftKey ? 'shift+' : ''}${pressed}`));
      if (event.altKey || isTyping(event.target) || document.documentElement.dataset['dialog'] || !hasSingleKeys())
        return;
      const pair = event.timeStamp - first.at < pairMs ? `${first.key} ${pressed}` : '';
      first = { key: pressed, at: event.timeStamp };
      if (pair !== '' && run(pair)) return;
      run(pressed);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.tagName === 'SELECT' ||
    target.tagName === 'TEXTAREA' ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range', 'color'].includes(target.type)));
