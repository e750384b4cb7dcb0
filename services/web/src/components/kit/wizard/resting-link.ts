import type { MouseEvent } from 'react';

/** A link of a wizard that leads nowhere while a step is saved; it keeps its place in the tab order. */
export const restingWhile = (isSaving: boolean) =>
  isSaving ? { 'aria-disabled': true, onClick: (event: MouseEvent): void => event.preventDefault() } : {};
