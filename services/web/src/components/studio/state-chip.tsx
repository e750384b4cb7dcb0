import type { ReactNode } from 'react';

export type ChipTone = 'plain' | 'good' | 'warn' | 'bad' | 'info' | 'accent';

/** A state in a word; the dot is only decoration. */
export function StateChip({
  tone = 'plain',
  hasDot = false,
  children,
}: {
  tone?: ChipTone;
  hasDot?: boolean;
  children: ReactNode;
}) {
  return (
    <span className="state-chip" data-tone={tone}>
      {hasDot ? <i aria-hidden="true" /> : null}
      {children}
    </span>
  );
}
