import { CircleAlert } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  /** Shown under the field; the field is then marked as wrong. */
  readonly error?: string | null | undefined;
  readonly help?: string | undefined;
  /** Inside the field at its end. */
  readonly end?: ReactNode;
}

export function Field({ label, error, help, end, ...input }: FieldProps) {
  const id = useId();
  const described = [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box" data-wrong={error ? true : undefined}>
        <input {...input} id={id} aria-invalid={error ? true : undefined} aria-describedby={described || undefined} />
        {end}
      </div>
      {help ? (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
      <FieldError id={`${id}-error`} text={error ?? null} />
    </div>
  );
}

/** The place is always there, so that a screen reader hears what appears in it. */
export function FieldError({ id, text }: { id?: string; text: string | null }) {
  return (
    <div aria-live="polite">
      {text ? (
        <p className="field-error" id={id}>
          <CircleAlert className="icon" aria-hidden />
          {text}
        </p>
      ) : null}
    </div>
  );
}
