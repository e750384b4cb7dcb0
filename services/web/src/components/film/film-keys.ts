import type { KeyboardEvent } from 'react';
import type { Film } from './use-film.ts';

const stepSeconds = 5;
const pageSeconds = 30;

/**
 * Keys of a film that has the focus somewhere within: space or k, arrows, m, f, Home, End. Time runs to the right in
 * every language, as on the bar. Answers whether the key was one of them.
 */
export function filmKey(event: KeyboardEvent<HTMLElement>, film: Film, toggleScreen: () => void): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return false;
  const target = event.target as HTMLElement;
  // Choices of the menu have arrows of their own.
  if (target instanceof HTMLInputElement) return false;
  const isButton = target instanceof HTMLButtonElement;
  const acts: Record<string, (() => void) | undefined> = {
    ' ': isButton ? undefined : film.toggle,
    k: film.toggle,
    ArrowRight: () => film.seek(film.time + stepSeconds),
    ArrowLeft: () => film.seek(film.time - stepSeconds),
    PageUp: () => film.seek(film.time + pageSeconds),
    PageDown: () => film.seek(film.time - pageSeconds),
    ArrowUp: () => film.setVolume(film.volume + 0.1),
    ArrowDown: () => film.setVolume(film.volume - 0.1),
    Home: () => film.seek(0),
    End: () => film.seek(film.duration),
    m: () => film.mute(!film.isMuted),
    f: toggleScreen,
  };
  const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return false;
  event.preventDefault();
  event.stopPropagation();
  act();
  return true;
}
