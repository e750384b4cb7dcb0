import { useErrorText } from '../lib/texts/error-text.ts';

/** What a whole form was refused for, above its button. The place is always there, so that it is read out. */
export function FormError({ error, text }: { error: unknown; text?: string | null }) {
  const errorText = useErrorText();
  const shown = text ?? (error ? errorText(error) : null);
  return <div role="alert">{shown === null ? null : <p className="form-error">{shown}</p>}</div>;
}
