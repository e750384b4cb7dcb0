import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { useId, useRef, useState, type MouseEvent } from 'react';
import { useEnds } from './use-ends.ts';

export interface MenuAction {
  readonly key: string;
  readonly text: string;
  readonly icon: LucideIcon;
  readonly isBad?: boolean;
  readonly run: () => void;
}

/** Everything that can be done with a row or card. */
export function ActionMenu({
  label,
  actions,
  className,
}: {
  label: string;
  actions: readonly MenuAction[];
  className?: string;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { end } = useEnds();
  // The row under the menu has a press of its own.
  const hold = (event: MouseEvent): void => event.stopPropagation();
  return (
    <span role="presentation" onClick={hold}>
      <IconButton
        ref={button}
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(true)}
      >
        <Ellipsis className="icon" aria-hidden />
      </IconButton>
      <Menu
        id={id}
        open={isOpen}
        anchorEl={() => button.current!}
        anchorOrigin={{ vertical: 'bottom', horizontal: end }}
        transformOrigin={{ vertical: 'top', horizontal: end }}
        onClose={() => setOpen(false)}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {actions.map(({ key, text, icon: Icon, isBad = false, run }) => (
          <MenuItem
            key={key}
            data-tone={isBad ? 'bad' : undefined}
            onClick={() => {
              setOpen(false);
              run();
            }}
          >
            <Icon className="icon" aria-hidden />
            {text}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
