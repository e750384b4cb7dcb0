import type { ReactNode } from 'react';

interface RowButtonProps {
  /** What it does, to which row. */
  readonly label: string;
  readonly onClick: () => void;
  /** Its icon. */
  readonly children: ReactNode;
}

/** A small square button at the end of a row, told by its icon alone. */
export function RowButton({ label, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      className="btn"
      data-tone="ghost"
      data-size="s"
      data-square
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
