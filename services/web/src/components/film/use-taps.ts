import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';

export const skipSeconds = 10;
/** Two taps within so many milliseconds are a double tap. */
const doubleMs = 300;
/** After so long without a sign of the person the controls of a playing film go. */
const idleMs = 2600;
const noticeMs = 700;

interface TapActs {
  readonly toggle: () => void;
  readonly skip: (seconds: number) => void;
  readonly toggleScreen: () => void;
  readonly isPlaying: boolean;
}

/**
 * What a press on the picture does. Touch: a tap brings the controls or sends them away, a double tap on a side skips
 * ten seconds, each further tap ten more. Mouse: a press plays and pauses, a double press fills the screen.
 */
export function useTaps({ toggle, skip, toggleScreen, isPlaying }: TapActs) {
  const [isIdle, setIdle] = useState(false);
  const [skipped, setSkipped] = useState(0);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const notice = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef({ at: 0, side: 0 });
  const wake = useCallback((): void => {
    setIdle(false);
    clearTimeout(idle.current);
    idle.current = setTimeout(() => setIdle(true), idleMs);
  }, []);
  useEffect(() => {
    if (isPlaying) wake();
  }, [isPlaying, wake]);
  useEffect(
    () => () => {
      clearTimeout(idle.current);
      clearTimeout(notice.current);
    },
    [],
  );
  const onTap = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - left) / width;
    const side = part < 0.4 ? -1 : part > 0.6 ? 1 : 0;
    const isDouble = side !== 0 && event.timeStamp - last.current.at < doubleMs && side === last.current.side;
    last.current = { at: event.timeStamp, side };
    if (isDouble) {
      skip(side * skipSeconds);
      setSkipped((before) => (Math.sign(before) === side ? before : 0) + side * skipSeconds);
      clearTimeout(notice.current);
      notice.current = setTimeout(() => setSkipped(0), noticeMs);
      return;
    }
    if (isIdle) wake();
    else {
      // Waits for a second tap, which would want them.
      clearTimeout(idle.current);
      idle.current = setTimeout(() => setIdle(true), doubleMs);
    }
  };
  return {
    isIdle,
    skipped,
    wake,
    onMove: (event: PointerEvent<HTMLElement>): void => {
      if (event.pointerType !== 'touch') wake();
    },
    onUp: (event: PointerEvent<HTMLElement>): void => {
      if (event.pointerType === 'touch') return onTap(event);
      if (event.button !== 0) return undefined;
      const isDouble = event.timeStamp - last.current.at < doubleMs;
      last.current = { at: event.timeStamp, side: 0 };
      toggle();
      return isDouble ? toggleScreen() : undefined;
    },
  };
}
