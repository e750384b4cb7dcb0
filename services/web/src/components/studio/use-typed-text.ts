import { useEffect, useRef, useState } from 'react';

/** A text that is told after a short pause in typing, and follows the one that counts where that changes by itself. */
export function useTypedText(value: string, onTell: (text: string) => void): readonly [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const told = useRef(value);
  const tell = useRef(onTell);
  tell.current = onTell;
  useEffect(() => {
    if (value !== told.current) setText(value);
    told.current = value;
  }, [value]);
  useEffect(() => {
    if (text === told.current) return undefined;
    const timer = setTimeout(() => {
      told.current = text;
      tell.current(text.trim());
    }, 250);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText];
}
