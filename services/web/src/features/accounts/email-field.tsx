import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../components/field.tsx';
import { readKept, writeKept } from '../../lib/storage/kept-text.ts';

const name = 'email';

/** The address as it was typed last in this tab: from 'Log in' to 'Sign up' to 'Forgot password' it goes along. */
export function EmailField({ error }: { error?: string | null | undefined }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const kept = readKept<string>(name);
    // What was typed or filled in before the page's code was there stays.
    if (input.current?.value === '' && kept) input.current.value = kept;
  }, []);
  return (
    <Field
      ref={input}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      label={t('field-email')}
      onChange={({ target }) => writeKept(name, target.value)}
      error={error}
    />
  );
}
