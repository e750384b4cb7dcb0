import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Columns3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnds } from '../use-ends.ts';

interface ColumnsMenuProps {
  readonly columns: readonly { readonly id: string; readonly head: string; readonly isName?: boolean }[];
  readonly hidden: readonly string[];
  readonly onHide: (hidden: readonly string[]) => void;
}

/** Which columns a table shows; the one with the names stays. */
export function ColumnsMenu({ columns, hidden, onHide }: ColumnsMenuProps) {
  const { t } = useTranslation();
  const { end } = useEnds();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        size="medium"
        className="columns-button"
        aria-label={t('table-columns')}
        title={t('table-columns')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Columns3 className="icon" aria-hidden />
      </IconButton>
      <Menu
        open={isOpen}
        anchorEl={() => button.current!}
        anchorOrigin={{ vertical: 'bottom', horizontal: end }}
        transformOrigin={{ vertical: 'top', horizontal: end }}
        onClose={() => setOpen(false)}
        slotProps={{ list: { 'aria-label': t('table-columns') } }}
      >
        {columns
          .filter(({ isName }) => isName !== true)
          .map(({ id, head }) => {
            const isHidden = hidden.includes(id);
            return (
              <MenuItem
                key={id}
                role="menuitemcheckbox"
                aria-checked={!isHidden}
                onClick={() => onHide(isHidden ? hidden.filter((one) => one !== id) : [...hidden, id])}
              >
                <Checkbox className="menu-check" tabIndex={-1} checked={!isHidden} aria-hidden />
                {head}
              </MenuItem>
            );
          })}
      </Menu>
    </>
  );
}
