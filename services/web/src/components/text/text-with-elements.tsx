import { Fragment, type ReactNode } from 'react';

/**
 * A sentence with parts in it: `text` is translated with each part's name as its own marker (`mark('terms')`), so
 * that a language may order them as it likes.
 */
export function TextWithElements({ text, parts }: { text: string; parts: Readonly<Record<string, ReactNode>> }) {
  return text
    .split(/\u0001(\w+)\u0001/)
    .map((piece, index) => <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>);
}

export const mark = (name: string): string => `\u0001${name}\u0001`;
