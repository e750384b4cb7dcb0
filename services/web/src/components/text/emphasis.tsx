import { Fragment } from 'react';

/** A title as the creator typed it: `*…*` is the one phrase that is set apart, a line break stays one. */
export function Emphasis({ text }: { text: string }) {
  return text.split(/(\*[^*\n]+\*|\n)/).map((part, index) => {
    if (part === '\n') return <br key={index} />;
    return part.length > 2 && part.startsWith('*') && part.endsWith('*') ? (
      <em key={index}>{part.slice(1, -1)}</em>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    );
  });
}

/** The same without its signs, for titles and names. */
export const withoutEmphasis = (text: string): string => text.replace(/\*([^*\n]+)\*/g, '$1').replaceAll('\n', ' ');
