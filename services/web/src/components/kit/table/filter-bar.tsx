import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../studio/search-box.tsx';
import type { Address } from '../../studio/use-address.ts';
import { OneDay } from '../day-fields.tsx';
import { DayRangeField } from '../day-range.tsx';
import { Select } from '../select.tsx';
import type { ChoiceFilter, TableFilter } from './table-types.ts';
import { TypedField } from './typed-field.tsx';

interface FilterBarProps {
  readonly search: { readonly label: string; readonly value: string } | null;
  readonly filters: readonly TableFilter[];
  readonly label: string;
  readonly onFilter: (part: Address) => void;
  readonly children?: React.ReactNode;
}

/** What narrows a table: search and choices in one line, chips under it. */
export function FilterBar({ search, filters, label, onFilter, children }: FilterBarProps) {
  const inLine = filters.filter(isInLine);
  return (
    <>
      <div className="filter-row table-filters">
        {search ? <SearchBox {...search} onSearch={(text) => onFilter({ search: text })} /> : null}
        {inLine.length > 0 ? (
          <div className="filter-row filter-scroll" role="group" aria-label={label}>
            {inLine.map((filter) => (
              <InLine key={filter.name} filter={filter} onFilter={onFilter} />
            ))}
          </div>
        ) : null}
        <div className="table-tools">{children}</div>
      </div>
      {filters.map((filter) =>
        filter.shape === 'chips' || filter.shape === 'optional' ? (
          <Chips key={filter.name} filter={filter} onFilter={onFilter} />
        ) : null,
      )}
    </>
  );
}

const isInLine = ({ shape }: TableFilter): boolean => shape !== 'chips' && shape !== 'optional';

function InLine({ filter, onFilter }: { filter: TableFilter; onFilter: (part: Address) => void }) {
  const change = (value: string | null): void => onFilter({ [filter.name]: value });
  if (filter.shape === 'typed') return <TypedField filter={filter} onChange={change} />;
  if (filter.shape === 'day') return <OneDay label={filter.label} day={filter.value} onChange={change} />;
  return <OneOf filter={filter} onFilter={onFilter} />;
}

function OneOf({ filter, onFilter }: { filter: ChoiceFilter; onFilter: (part: Address) => void }) {
  const { name, label, options } = filter;
  // What is usual is not told by the address.
  const told = (chosen: string): string | null => (chosen === options[0]?.value ? null : chosen);
  const value = filter.value ?? '';
  if (filter.shape === 'days')
    return (
      <DayRangeField
        label={label}
        chosen={value}
        options={options}
        from={filter.from}
        to={filter.to}
        onChange={(chosen, range) => onFilter({ [name]: told(chosen), ...range })}
      />
    );
  return (
    <Select
      isInline
      label={label}
      value={value}
      options={options}
      onChange={(chosen) => onFilter({ [name]: told(chosen) })}
    />
  );
}

function Chips({ filter, onFilter }: { filter: ChoiceFilter; onFilter: (part: Address) => void }) {
  const { t } = useTranslation();
  const { name, label, options, value, shape } = filter;
  if (options.length === 0) return null;
  const isDefault = (one: string): boolean => shape === 'chips' && one === options[0]?.value;
  return (
    <div className="filter-row filter-scroll" role="group" aria-label={label}>
      {options.map(({ value: one, text, count }) => (
        <button
          key={one}
          type="button"
          className="filter-chip"
          aria-pressed={one === value}
          onClick={() => onFilter({ [name]: isDefault(one) || (shape === 'optional' && one === value) ? null : one })}
        >
          <b dir="auto">{text || t('filter-all')}</b>
          {count === undefined ? null : <small>{count}</small>}
        </button>
      ))}
    </div>
  );
}
