import Checkbox from '@mui/material/Checkbox';
import type { RowSelectionState } from '@tanstack/react-table';
import type { Dispatch, SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListEntry } from './table-types.ts';

interface RowListProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly entryOf: (row: T) => ListEntry;
  readonly nameOf: (row: T) => string;
  readonly onOpen: ((id: string) => void) | null;
  readonly selection: RowSelectionState | null;
  readonly onSelection: Dispatch<SetStateAction<RowSelectionState>>;
}

/** The same rows on a telephone. */
export function RowList<T extends { readonly _id: string }>(props: RowListProps<T>) {
  const { label, rows, entryOf, nameOf, onOpen, selection, onSelection } = props;
  const { t } = useTranslation();
  return (
    <ul className="row-list" aria-label={label}>
      {rows.map((row) => {
        const { picture, title, note, end } = entryOf(row);
        const inside = (
          <>
            {picture}
            <span className="who">
              <b>{title}</b>
              <small>{note}</small>
            </span>
            {onOpen ? <span className="end">{end}</span> : null}
          </>
        );
        return (
          <li key={row._id} data-selects={selection ? true : undefined}>
            {selection ? (
              <Checkbox
                checked={selection[row._id] === true}
                onChange={(_, checked) => onSelection((before) => withRow(before, row._id, checked))}
                slotProps={{ input: { 'aria-label': t('table-select', { name: nameOf(row) }) } }}
              />
            ) : null}
            {onOpen ? (
              <button type="button" id={`row-${row._id}`} className="row-item" onClick={() => onOpen(row._id)}>
                {inside}
              </button>
            ) : (
              <div className="row-item">
                {inside}
                <span className="end">{end}</span>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function withRow(before: RowSelectionState, id: string, isSelected: boolean): RowSelectionState {
  if (isSelected) return { ...before, [id]: true };
  return Object.fromEntries(Object.entries(before).filter(([one]) => one !== id));
}
