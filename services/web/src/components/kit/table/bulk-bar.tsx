import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Float } from '../floats.tsx';
import type { BulkAction } from './table-types.ts';

interface BulkBarProps<T> {
  readonly rows: readonly T[];
  readonly actions: readonly BulkAction<T>[];
  readonly onClear: () => void;
}

/** What can be done with the selected rows. */
export function BulkBar<T>({ rows, actions, onClear }: BulkBarProps<T>) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <Float place="selection" label={t('table-selection')}>
      <div className="bulk-bar" role="toolbar" aria-label={t('table-selection')}>
        <b role="status">{t('library-selected', { count: rows.length })}</b>
        {actions.map(({ key, text, icon: Icon, isBad = false, run }) => (
          <Button
            key={key}
            variant="text"
            color={isBad ? 'error' : 'inherit'}
            aria-label={text}
            onClick={() => {
              run(rows);
              onClear();
            }}
          >
            <Icon className="icon" aria-hidden />
            <span className="hide-phone">{text}</span>
          </Button>
        ))}
        <IconButton size="medium" aria-label={t('table-clear-selection')} onClick={onClear}>
          <X className="icon" aria-hidden />
        </IconButton>
      </div>
    </Float>
  );
}
