import { forgetKept, readKept, writeKept } from './kept-text.ts';

const name = 'told-after-reload';

/** A sentence that the page says when it is there again. */
export const tellAfterReload = (text: string): void => writeKept(name, text);

/** What was to be said after a reload, once. */
export function takeToldAfterReload(): string | null {
  const told = readKept<string>(name);
  if (told !== null) forgetKept(name);
  return told;
}
