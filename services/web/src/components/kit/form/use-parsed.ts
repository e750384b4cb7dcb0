import { useEffect, useState } from 'react';

/**
 * A value that is typed as text: the text stays as it was typed as long as it means the value. The last part of the
 * result shows the value as it was understood, once the person is done.
 */
export function useParsed<T>(
  value: unknown,
  show: (value: unknown) => string,
  parse: (text: string) => T,
  onChange: (value: T) => void,
): [text: string, setText: (text: string) => void, settle: () => void] {
  const [text, setText] = useState(() => show(value));
  const means = JSON.stringify(value);
  useEffect(() => {
    setText((now) => (JSON.stringify(parse(now)) === means ? now : show(value)));
    // Once a value is enough; the functions are made with every picture.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [means]);
  return [
    text,
    (typed) => {
      setText(typed);
      onChange(parse(typed));
    },
    // What means nothing stays to be corrected.
    () => setText((now) => show(parse(now)) || now),
  ];
}
