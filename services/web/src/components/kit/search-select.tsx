import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import OutlinedInput from '@mui/material/OutlinedInput';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SelectOption } from './select.tsx';

export interface SearchOption extends SelectOption<string> {
  /** The heading it stands under; those of one group follow each other. */
  readonly group?: string;
  /** More about it, beside its name; found by too. */
  readonly note?: string;
}

interface SearchSelectProps {
  readonly id?: string;
  readonly label: string;
  /** Where the texts have signs that another direction would move. */
  readonly dir?: 'ltr';
  readonly placeholder?: string;
  readonly describedBy?: string | undefined;
  readonly isWrong?: boolean;
  /** Null where choosing adds to a list beside it: the field is then empty again. */
  readonly value: string | null;
  readonly options: readonly SearchOption[];
  readonly isLoading?: boolean;
  readonly onOpen?: () => void;
  readonly onChange: (value: string) => void;
}

/** Also by the heading, the note and by the value, whatever stands between its words. */
const filterOptions = createFilterOptions<SearchOption>({
  stringify: ({ group = '', text, value, note = '' }) =>
    [group, text, note, value, value.replaceAll(/[_/]/g, ' ')].join('\n'),
});

/** One of a list too long to look through: found by typing, whatever its accents and its case. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, dir, placeholder, describedBy, value, options, onChange } = props;
  const { t } = useTranslation();
  const ownId = useId();
  const [typed, setTyped] = useState(() => options.find((option) => option.value === value)?.text ?? '');
  const [isOpen, setOpen] = useState(false);
  return (
    <Autocomplete
      id={props.id ?? ownId}
      options={options}
      filterOptions={filterOptions}
      open={isOpen}
      onOpen={() => {
        props.onOpen?.();
        setOpen(true);
      }}
      onClose={() => setOpen(false)}
      // Over an open list Enter chooses, or finds nothing; it never sends the form.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isOpen) event.preventDefault();
      }}
      getOptionValue={(option) => option.value}
      // What is chosen is replaced, never removed; Material UI's type has no room for a field that starts empty.
      disableClearable
      value={value as string}
      onChange={(_, next) => onChange(next)}
      inputValue={typed}
      onInputChange={(_, text, reason) => setTyped(value === null && reason === 'selectOption' ? '' : text)}
      getOptionLabel={({ text }) => text}
      getOptionKey={(option) => option.value}
      {...(options.some(({ group }) => group !== undefined)
        ? { groupBy: ({ group = '' }: SearchOption) => group }
        : {})}
      renderGroup={({ key, group, children }) => (
        <div key={key} className="search-group" {...(group === '' ? {} : { role: 'group', 'aria-label': group })}>
          {group === '' ? null : <span aria-hidden="true">{group}</span>}
          <ul role="presentation">{children}</ul>
        </div>
      )}
      renderOption={({ key, ...option }, { text, note }) => (
        <li key={key} {...option}>
          <bdi dir={dir}>{text}</bdi>
          {note === undefined ? null : <small className="search-note">{note}</small>}
        </li>
      )}
      autoHighlight
      // In the landmark of its field, as it does not keep people from the rest of the page.
      disablePortal
      fullWidth
      loading={props.isLoading ?? false}
      loadingText={t('a11y-loading')}
      noOptionsText={t('palette-empty')}
      popupIcon={<ChevronDown className="icon" aria-hidden />}
      // The field itself says whether its list is open.
      openText=""
      closeText=""
      slotProps={{ popupIndicator: { 'aria-hidden': true }, listbox: { 'aria-label': label } }}
      renderInput={({ slotProps, fullWidth }) => (
        <FormControl fullWidth={fullWidth} error={props.isWrong ?? false}>
          <OutlinedInput
            {...slotProps.input}
            placeholder={placeholder ?? ''}
            slotProps={{ input: { ...slotProps.htmlInput, dir, 'aria-label': label, 'aria-describedby': describedBy } }}
          />
        </FormControl>
      )}
    />
  );
}
