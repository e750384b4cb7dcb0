import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../lib/texts/texts.ts';

/** A text with elements in the places of its variables: `{{terms}}` becomes a link. */
export function Filled({ id, elements }: { id: TextKey; elements: Readonly<Record<string, ReactNode>> }) {
  const { t } = useTranslation();
  const names = Object.keys(elements);
  // Signs of no language stand for the variables until the text is cut at them.
  const marked = (t as (id: string, values: Record<string, string>) => string)(
    id,
    Object.fromEntries(names.map((name) => [name, `\u0001${name}\u0001`])),
  );
  return marked
    .split('\u0001')
    .map((piece, index) => <Fragment key={index}>{index % 2 === 1 ? elements[piece] : piece}</Fragment>);
}
