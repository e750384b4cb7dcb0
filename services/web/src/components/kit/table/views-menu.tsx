import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../../lib/site.tsx';
import { Dialog } from '../dialog.tsx';
import { DialogFoot } from '../dialog-foot.tsx';
import { TextField } from '../text-field.tsx';
import { forgetView, keepView, readViews, viewAddress } from './table-views.ts';
import { useEnds } from '../use-ends.ts';

interface ViewsMenuProps {
  /** Of which table these are views. */
  readonly table: string;
  readonly params: URLSearchParams;
  /** Parameters that are no part of a view. */
  readonly left: readonly string[];
  readonly onOpen: (address: string) => void;
}

/** What this browser keeps of a table's filters, order and columns, by name; an entry leads to its address. */
export function ViewsMenu({ table, params, left, onOpen }: ViewsMenuProps) {
  const { t } = useTranslation();
  const { end } = useEnds();
  const { id: site } = useSite();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const [views, setViews] = useState(() => readViews(site, table));
  const now = viewAddress(params, left);
  const save = (): void => {
    if (!name?.trim()) return;
    setViews(keepView(site, table, { name: name.trim(), address: now }));
    setName(null);
  };
  return (
    <>
      <IconButton
        ref={button}
        size="medium"
        aria-label={t('table-views')}
        title={t('table-views')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-on={views.some(({ address }) => address === now) || undefined}
        onClick={() => setOpen(true)}
      >
        <Bookmark className="icon" aria-hidden />
      </IconButton>
      <Menu
        open={isOpen}
        anchorEl={() => button.current!}
        anchorOrigin={{ vertical: 'bottom', horizontal: end }}
        transformOrigin={{ vertical: 'top', horizontal: end }}
        onClose={() => setOpen(false)}
        slotProps={{ list: { 'aria-label': t('table-views') } }}
      >
        {views.map((view) => (
          <MenuItem
            key={view.name}
            selected={view.address === now}
            onClick={() => {
              setOpen(false);
              onOpen(view.address);
            }}
          >
            <Bookmark className="icon" aria-hidden />
            <bdi>{view.name}</bdi>
          </MenuItem>
        ))}
        {views
          .filter(({ address }) => address === now)
          .map((view) => (
            <MenuItem
              key={`forget ${view.name}`}
              data-tone="bad"
              onClick={() => setViews(forgetView(site, table, view.name))}
            >
              <Trash2 className="icon" aria-hidden />
              {t('table-forget-view', { name: view.name })}
            </MenuItem>
          ))}
        <MenuItem
          onClick={() => {
            setOpen(false);
            setName('');
          }}
        >
          <BookmarkPlus className="icon" aria-hidden />
          {t('table-keep-view')}
        </MenuItem>
      </Menu>
      {name === null ? null : (
        <Dialog
          title={t('table-keep-view')}
          onClose={() => setName(null)}
          actions={
            <DialogFoot onCancel={() => setName(null)} disabled={name.trim() === ''} onClick={save}>
              {t('btn-save')}
            </DialogFoot>
          }
        >
          <form
            onSubmit={(event) => {
              event.preventDefault();
              save();
            }}
          >
            <TextField
              label={t('table-view-name')}
              value={name}
              onChange={setName}
              slotProps={{ input: { maxLength: 40, 'data-first-focus': true } as object }}
            />
          </form>
        </Dialog>
      )}
    </>
  );
}
