import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import MuiSelect from '@mui/material/Select';
import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly text: string;
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly id?: string;
  /** Id of the label that stands beside it; it then has none of its own. */
  readonly labelledBy?: string;
  readonly describedBy?: string | undefined;
  readonly value: T;
  readonly options: readonly SelectOption<T>[];
  readonly onChange: (value: T) => void;
  readonly help?: string | undefined;
  readonly error?: string | null | undefined;
  /** Marks it as wrong where the error stands beside it. */
  readonly isWrong?: boolean;
  readonly isDisabled?: boolean;
  /** Stands for the value '' while nothing is chosen; the list does not offer it. */
  readonly placeholder?: string;
  /** Has the focus when the dialog around it opens. */
  readonly hasFirstFocus?: boolean;
  readonly hideLabel?: boolean;
  /** Within the frame, before the choice, as in a row of filters. */
  readonly isInline?: boolean;
}

/** One of a list. */
export function Select<T extends string>(props: SelectProps<T>) {
  const {
    label,
    value,
    options,
    onChange,
    help,
    error,
    placeholder,
    isWrong = false,
    isDisabled = false,
    isInline = false,
    hideLabel = false,
  } = props;
  const ownId = useId();
  const { id = ownId, labelledBy = `${id}-label` } = props;
  const described = [props.describedBy, error || help ? `${id}-help` : ''].filter(Boolean).join(' ');
  return (
    <FormControl
      fullWidth={!isInline}
      error={Boolean(error) || isWrong}
      disabled={isDisabled}
      className={isInline ? 'filter-select' : ''}
    >
      {props.labelledBy === undefined ? (
        <FormLabel id={labelledBy} className={hideLabel ? 'visually-hidden' : ''}>
          {label}
        </FormLabel>
      ) : null}
      <MuiSelect
        labelId={labelledBy}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
        IconComponent={Chevron}
        aria-describedby={described || undefined}
        displayEmpty
        {...(placeholder !== undefined && value === '' ? { renderValue: () => placeholder } : {})}
        {...(props.hasFirstFocus ? { SelectDisplayProps: firstFocus } : {})}
      >
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.text}
          </MenuItem>
        ))}
      </MuiSelect>
      {error || help ? <FormHelperText id={`${id}-help`}>{error || help}</FormHelperText> : null}
    </FormControl>
  );
}

const firstFocus = { 'data-first-focus': true } as object;

const Chevron = ({ className, ...rest }: ComponentProps<typeof ChevronDown>) => (
  <ChevronDown {...rest} className={`icon ${className ?? ''}`} aria-hidden />
);
