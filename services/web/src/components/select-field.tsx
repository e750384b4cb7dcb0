import { ChevronDown } from 'lucide-react';
import { useId, type SelectHTMLAttributes } from 'react';
import { FieldError } from './field.tsx';

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id' | 'children'> {
  readonly label: string;
  /** Shown while nothing is chosen. */
  readonly placeholder: string;
  readonly options: readonly { readonly code: string; readonly name: string }[];
  readonly error?: string | null | undefined;
}

/** A list to choose from; the device's own, which every keyboard and phone knows. */
export function SelectField({ label, placeholder, options, error, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box field-select" data-wrong={error ? true : undefined}>
        <select
          {...select}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.code} value={option.code}>
              {option.name}
            </option>
          ))}
        </select>
        <ChevronDown className="icon" aria-hidden />
      </div>
      <FieldError id={`${id}-error`} text={error ?? null} />
    </div>
  );
}
