import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId, type ReactNode } from 'react';

interface TextFieldProps extends Omit<OutlinedInputProps, 'id' | 'label' | 'error' | 'onChange' | 'value'> {
  /** Absent where a label beside it names the field by its `id`. */
  readonly label?: string;
  readonly id?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help?: ReactNode;
  /** Shown under the field; the field is then marked as wrong. */
  readonly error?: string | null | undefined;
  /** Inside the field, before and after what is typed: a currency, a unit. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly hideLabel?: boolean;
  /** Texts beside it that are about it. */
  readonly describedBy?: string | undefined;
  /** Marks it as wrong where the error stands beside it. */
  readonly isWrong?: boolean;
}

/** A line or, with `multiline`, a text. The label stands above it. */
export function TextField({
  label,
  id: givenId,
  value,
  onChange,
  help,
  error,
  before,
  after,
  hideLabel = false,
  describedBy,
  isWrong = false,
  inputProps,
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [describedBy, error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ');
  return (
    <FormControl fullWidth error={Boolean(error) || isWrong} disabled={input.disabled ?? false}>
      {label === undefined ? null : (
        <FormLabel htmlFor={id} className={hideLabel ? 'visually-hidden' : ''}>
          {label}
        </FormLabel>
      )}
      <OutlinedInput
        {...input}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{ input: { ...inputProps, 'aria-describedby': described || undefined } }}
        startAdornment={before ? <InputAdornment position="start">{before}</InputAdornment> : undefined}
        endAdornment={after ? <InputAdornment position="end">{after}</InputAdornment> : undefined}
      />
      {error ? (
        <FormHelperText id={`${id}-error`} error>
          {error}
        </FormHelperText>
      ) : null}
      {help ? (
        <FormHelperText id={`${id}-help`} error={false}>
          {help}
        </FormHelperText>
      ) : null}
    </FormControl>
  );
}
