import ButtonBase from '@mui/material/ButtonBase';
import MuiPopover from '@mui/material/Popover';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useEnds } from './use-ends.ts';

interface PopoverProps {
  readonly label: string;
  readonly className?: string;
  readonly trigger: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/** A button at the foot of the screen with a panel over it. Escape and a press elsewhere close it. */
export function Popover({ label, className, trigger, children }: PopoverProps) {
  const id = useId();
  const { start } = useEnds();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ButtonBase
        ref={button}
        className={className}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(true)}
      >
        <span className="visually-hidden">{label}</span>
        {trigger}
      </ButtonBase>
      {isOpen ? (
        <MuiPopover
          open
          anchorEl={() => button.current!}
          anchorOrigin={{ vertical: 'top', horizontal: start }}
          transformOrigin={{ vertical: 'bottom', horizontal: start }}
          onClose={() => setOpen(false)}
          slotProps={{ paper: { id, role: 'dialog', 'aria-label': label, className: 'kit-popover' } }}
        >
          {children(() => setOpen(false))}
        </MuiPopover>
      ) : null}
    </>
  );
}
