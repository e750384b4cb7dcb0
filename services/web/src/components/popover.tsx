import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

interface PopoverProps {
  readonly label: string;
  readonly className?: string;
  readonly trigger: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a panel beside it. Escape and a press elsewhere close it; the focus goes back to the button. */
export function Popover({ label, className, trigger, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    // Within a column that scrolls it may begin below the edge.
    box.current?.querySelector('.popover-panel')?.scrollIntoView({ block: 'nearest' });
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  return (
    <div
      ref={box}
      className={`popover ${className ?? ''}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) {
          event.stopPropagation();
          close();
        }
      }}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !box.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        className="popover-trigger"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="visually-hidden">{label}</span>
        {trigger}
      </button>
      <div id={id} className="popover-panel" hidden={!isOpen}>
        {isOpen ? children(close) : null}
      </div>
    </div>
  );
}
